import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import type { VideoResponse } from '../../src/modules/content/videos/video-responses.dto.js';
import { beginAttempt } from '../../src/modules/content/videos/video.js';
import { VideoAttemptsService } from '../../src/modules/content/videos/video-attempts.service.js';
import type { ProcessVideoJob } from '../../src/modules/content/videos/video-queue.service.js';
import { VideosRepository } from '../../src/modules/content/videos/videos.repository.js';
import type { VideoStatus } from '../../src/modules/content/audience/audience.js';
import { videosNeedReview } from '../../src/modules/content/items/review.settings.js';
import { Settings } from '../../src/platform/settings/settings.js';
import { Files, type StoredFile } from '../../src/platform/files/files.js';
import type { TestApp } from './test-app.js';
import { createFile, encodeForm } from './forms.js';
import type { TestUser } from './users.js';
import { waitFor } from './wait-for.js';

/** The source of a video that needs no file. */
export const youtube = { source_type: 'YOUTUBE', source_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } as const;

/** New videos of the hub need no review. */
export const publishWithoutReview = (hub: TestApp): Promise<void> =>
  hub.get(Settings).set(videosNeedReview, false, null);

let number = 0;

/** Creates a video of another service over the API, without waiting for its processing. */
export async function addVideo(author: TestUser, fields: object = {}): Promise<VideoResponse> {
  const { status, body, text } = await author.request<VideoResponse>('POST', '/videos', {
    body: { title: `Video ${++number}`, ...youtube, ...fields },
  });
  if (status !== 201) throw new Error(`Creating a video failed: ${text}`);
  return body;
}

/** Waits until no processing of the video waits or runs. */
export async function waitUntilProcessed(author: TestUser, id: string, ms = 20_000): Promise<VideoResponse> {
  const read = async () => (await author.request<VideoResponse>('GET', `/videos/${id}`)).body;
  return waitFor(read, ({ processing }) => processing === null, ms);
}

/** Creates a video and waits until it is processed. */
export async function createVideo(author: TestUser, fields: object = {}): Promise<VideoResponse> {
  const { id } = await addVideo(author, fields);
  return waitUntilProcessed(author, id);
}

/** Changes the status of a video as a user who may. */
export async function setVideoStatus(publisher: TestUser, id: string, status: VideoStatus): Promise<VideoResponse> {
  const response = await publisher.request<VideoResponse>('PUT', `/videos/${id}/status`, { body: { status } });
  expect(response.status).toBe(200);
  return response.body;
}

/**
 * Begins another attempt to process a video, as a command does but without a job: the job of the former attempt ends
 * before it or finds nothing to do.
 */
export async function replaceAttempt(hub: TestApp, videoId: string): Promise<ProcessVideoJob> {
  const videos = hub.get(VideosRepository);
  return hub.database.transaction(async () => {
    const locked = await videos.lock(null, videoId);
    const attemptId = beginAttempt(locked.video);
    await videos.syncDerivedData(null, locked);
    return { videoId, attemptId };
  });
}

/** The stored files of a video, and one rendition of it. */
export type VideoFilesOfTest = Record<'original' | 'playable' | 'rendition', StoredFile>;

/**
 * Gives a video the files that processing would give it, without native code.
 * @param word in the names and contents of the files
 * @param end of each file
 */
export async function addMedia(
  hub: TestApp,
  author: TestUser,
  id: string,
  word = 'film',
  end = Buffer.alloc(0),
): Promise<VideoFilesOfTest> {
  const store = (text: string, mediaType: string) =>
    hub.get(Files).store(Readable.from([Buffer.from(text), end]), {
      name: `${word}.mp4`,
      mediaType,
      uploaderId: author.id,
      maxBytes: 1000 + end.length,
    });
  const media = {
    original: await store(`Original of ${id}, ${word}.`, 'video/quicktime'),
    playable: await store(`Playable file of ${id}, ${word}.`, 'video/mp4'),
    rendition: await store(`Rendition of ${id}, ${word}.`, 'video/mp4'),
  };
  const attempt = await replaceAttempt(hub, id);
  await hub.database.query(
    `update videos set source_type = 'UPLOAD', source_url = null, embed_id = null where item_id = $1`,
    [id],
  );
  const isDone = await hub.get(VideoAttemptsService).complete(attempt, {
    fileId: media.playable.id,
    originalFileId: media.original.id,
    durationSec: 90,
    renditions: [
      {
        id: uuidv7(),
        height: 480,
        width: 854,
        bitrate: 1_200_000,
        codecs: 'avc1.64001f,mp4a.40.2',
        fileId: media.rendition.id,
        playlist: '#EXTM3U\n#EXT-X-MAP:URI="480.m4s",BYTERANGE="10@0"\n#EXTINF:4,\n#EXT-X-BYTERANGE:9@10\n480.m4s\n',
      },
    ],
  });
  expect(isDone).toBe(true);
  return media;
}

/** Uploads a video file with a form, without waiting for its processing. */
export async function uploadVideo(
  author: TestUser,
  path: string,
  fields: Record<string, string> = {},
): Promise<VideoResponse> {
  const form = await encodeForm({
    title: `Video ${++number}`,
    ...fields,
    video_file: createFile(await readFile(path), basename(path)),
  });
  const response = await author.request<{ video: VideoResponse }>('POST', '/videos/upload-with-thumbnail', form);
  if (response.status !== 200) throw new Error(`Uploading a video failed: ${response.text}`);
  return response.body.video;
}
