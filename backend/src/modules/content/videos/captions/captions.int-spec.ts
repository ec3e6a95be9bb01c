import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFile, encodeForm } from '../../../../../test/support/forms.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createVideo, publishWithoutReview } from '../../../../../test/support/videos.js';
import type { VideoResponse } from '../video-responses.dto.js';
import { VideoCaptionsService } from './video-captions.service.js';

let hub: TestApp;
let author: TestUser;
let reader: TestUser;
beforeAll(async () => {
  ({ hub, author, reader } = await createTestAppWithUsers({ author: 'CONTRIBUTOR', reader: 'VIEWER' }));
  await publishWithoutReview(hub);
});
afterAll(() => hub.close());

const file = 'WEBVTT\n\n00:01.000 --> 00:02.500\nHello\nall\n\n00:03.000 --> 00:09.000\nBye\n';
const readFile = async (bytes: Buffer, user = author) =>
  user.request<{ transcript: string; captions_vtt: string }>(
    'POST',
    '/videos/caption-files',
    await encodeForm({ file: createFile(bytes, 'talk.srt') }),
  );
const save = (id: string, body: object) =>
  author.request<VideoResponse>('PUT', `/admin/videos/${id}/enhanced`, { body });
const captionsOf = (id: string, headers: Record<string, string> = {}) =>
  hub.request('GET', `/videos/${id}/captions.vtt`, { headers });
const storedOf = (id: string) =>
  hub.database.one<{ source: string; vtt: string }>('select source, vtt from video_captions where video_id = $1', [id]);

describe('a caption file', () => {
  test('is read in the encoding that it has, and what cannot be read is named by line', async () => {
    const bytes = Buffer.from(
      '1\n00:00:00,500 --> 00:00:02,000\nGr\xfc\xdfe f\xfcr alle \x96 sch\xf6n\n\n2\n0 --> 1\nLost\n',
      'latin1',
    );
    expect(await readFile(bytes)).toMatchObject({
      status: 200,
      body: {
        format: 'srt',
        encoding: 'windows-1252',
        transcript: '0:00.500 Grüße für alle – schön',
        captions_vtt: 'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nGrüße für alle – schön\n',
        problems: [{ line: 6, message: '“0 --> 1” is not a time.' }],
        problem_count: 1,
      },
    });
  });

  test('of another kind is refused, and so are users who may not create videos', async () => {
    expect((await readFile(Buffer.from('A letter'))).body).toMatchObject({
      status: 400,
      detail: 'This file has no captions in WebVTT or SRT format.',
    });
    expect((await readFile(Buffer.alloc(2 * 1024 ** 2 + 1))).status).toBe(413);
    expect((await readFile(Buffer.from(file), reader)).status).toBe(403);
    expect((await author.request('POST', '/videos/caption-files', await encodeForm({ a: 'b' }))).status).toBe(400);
  });
});

describe('captions', () => {
  test('keep the ends of a file while lines are unchanged', async () => {
    const { body } = await readFile(Buffer.from(file));
    const { id } = await createVideo(author, { transcript: body.transcript, captions_vtt: body.captions_vtt });
    const expected = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\nall\n\n00:00:03.000 --> 00:00:09.000\nBye\n';
    expect((await captionsOf(id)).text).toBe(expected);
    expect(await storedOf(id)).toEqual({ source: 'uploaded', vtt: expected });
    const { version } = (await save(id, { transcript: '0:01 Hello all\n0:03 Ciao' })).body;
    expect((await captionsOf(id)).text).toBe(expected.replace('00:09.000\nBye', '00:11.000\nCiao'));
    expect(await storedOf(id)).toMatchObject({ source: 'edited' });
    // Other edits, and the same text again, change nothing.
    await save(id, { summary: 'New' });
    expect((await save(id, { transcript: '0:01 Hello all\n0:03 Ciao' })).body.version).toBe(version + 1);
    expect((await captionsOf(id)).text).toContain('00:00:02.500');
    // A transcript that is written differently has the same captions.
    await save(id, { transcript: 'A title\n0:01 Hello all\n0:03 Bye' });
    const ends = (await captionsOf(id)).text;
    await save(id, { transcript: 'Another title\n\n00:01 Hello all\n0:03 Bye' });
    expect((await captionsOf(id)).text).toBe(ends);
    expect(ends).toContain('00:00:02.500');
    expect(await storedOf(id)).toMatchObject({ vtt: ends });
    // The content of a file as transcript has its ends with it.
    await save(id, { transcript: file });
    expect((await captionsOf(id)).text).toBe(expected);
    await save(id, { transcript: '' });
    expect((await author.request<VideoResponse>('GET', `/videos/${id}`)).body.captions_url).toBeNull();
    expect(await storedOf(id)).toMatchObject({ source: 'none' });
  });

  test('are sent with a tag, and not again to who has them', async () => {
    const { id } = await createVideo(author, { transcript: file });
    const { headers, status } = await captionsOf(id);
    const etag = String(headers['etag']);
    expect({ status, headers }).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
    expect(await captionsOf(id, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '', headers: { etag } });
    await save(id, { transcript: '0:01 New' });
    expect(await captionsOf(id, { 'if-none-match': etag })).toMatchObject({ status: 200 });
    await save(id, { visibility: 'LOGGED_IN' });
    expect((await captionsOf(id, { 'if-none-match': '*' })).status).toBe(404);
  });

  test('that are outdated by the former version of the hub are made again', async () => {
    const { id } = await createVideo(author, { transcript: file });
    await hub.database.query(`update videos set transcript = '0:05 Later' where item_id = $1`, [id]);
    expect(await storedOf(id)).toBeUndefined();
    const later = 'WEBVTT\n\n00:00:05.000 --> 00:00:13.000\nLater\n';
    const missing = await captionsOf(id);
    expect(missing.text).toBe(later);
    await hub.get(VideoCaptionsService).fillMissing();
    expect(await storedOf(id)).toEqual({ source: 'edited', vtt: later });
    expect((await captionsOf(id)).headers['etag']).toBe(missing.headers['etag']);
  });
});

const unreadableCue = (n: number) => `0:0${n}.0 --> 0:09.0\nText ${n}`;

test('a transcript that is a file with unreadable lines is refused, and names them', async () => {
  const { id } = await createVideo(author, { transcript: 'Before' });
  const transcript = [
    'WEBVTT',
    unreadableCue(1),
    'Alone',
    '00:01.000 --> 00:02.000\nFine',
    unreadableCue(2),
    unreadableCue(3),
  ].join('\n\n');
  expect((await save(id, { transcript })).body).toMatchObject({
    status: 400,
    errors: [
      {
        field: 'transcript',
        message:
          'Line 3: “0:01.0 --> 0:09.0” is not a time. Line 6: “Alone” belongs to no caption. ' +
          'Line 11: “0:02.0 --> 0:09.0” is not a time. 1 more line cannot be read.',
      },
    ],
  });
  expect((await save(id, { captions_vtt: 'A letter' })).body).toMatchObject({
    status: 400,
    errors: [{ field: 'captions_vtt', message: 'This file has no captions in WebVTT or SRT format.' }],
  });
  expect((await save(id, { transcript: '0:01 x\n'.repeat(20_001) })).body).toMatchObject({
    errors: [{ message: 'The transcript can have at most 20,000 lines with a time.' }],
  });
  expect((await author.request<VideoResponse>('GET', `/videos/${id}`)).body.transcript).toBe('Before');
});
