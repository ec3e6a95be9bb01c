import { expect } from '@jest/globals';
import type { VideoResponse } from '../../src/modules/content/videos/video-responses.dto.js';
import type { VideoStatus } from '../../src/modules/content/items/enums.js';
import type { TestUser } from './users.js';
import { waitFor } from './wait-for.js';

/** The source of a video that needs no file. */
export const youtube = { source_type: 'YOUTUBE', source_url: 'https://www.youtube.com/watch?v=jNQXAC9IVRw' } as const;

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
export async function waitUntilProcessed(author: TestUser, id: string): Promise<VideoResponse> {
  const read = async () => (await author.request<VideoResponse>('GET', `/videos/${id}`)).body;
  return waitFor(read, ({ processing }) => processing === null, 20_000);
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
