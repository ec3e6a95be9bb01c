import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { walksOf } from './support/canary.js';
import { createCategory } from './support/documents.js';
import { hideByReports } from './support/reports.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { addMedia, createVideo, setVideoStatus } from './support/videos.js';

/* As canary.int-spec.ts, for videos and the bytes of their files. */

/** In drafts, PROCESSING and ERROR videos: for the author and staff only. */
const SECRET = 'zyxsecretword';
/** In a video that awaits review. */
const WAITING = 'vvkwaitingword';
/** In a video that was public until reports hid it. */
const HIDDEN = 'hhkhiddenword';
const INTERNAL = 'jjxinternalword';
const MEMBERS = 'qvkmembersword';
/** In fields of a public video that only its author and staff see. */
const PROCESSING = 'wwjprocessword';
const allWords = [SECRET, WAITING, HIDDEN, INTERNAL, MEMBERS, PROCESSING];

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
let contributor: TestUser;
let moderator: TestUser;
let videos: string[];
let files: string[];
let ids: string[];
let categoryId: string;

beforeAll(async () => {
  hub = await createTestApp({}, { web: join(import.meta.dirname, '../../frontend/dist') });
  editor = await hub.users.create('EDITOR');
  viewer = await hub.users.create('VIEWER');
  contributor = await hub.users.create('CONTRIBUTOR');
  const admin = await hub.users.create('ADMIN');
  moderator = await hub.users.create((await createRole(admin, ['moderation.handle'])).name);
  categoryId = (await createCategory(editor)).id;
  const made: { id: string; slug: string }[] = [];
  const urls: string[] = [];
  const make = async (word: string, fields: object = {}): Promise<string> => {
    const video = await createVideo(editor, {
      title: `Title ${word}`,
      summary: `Summary ${word}`,
      description: `Text ${word}`,
      chapters: [{ title: `Heading ${word}`, start_time: 5, description: `About ${word}` }],
      transcript: `0:05 Said ${word}`,
      tags: [`${word}tag`],
      meta_title: `Meta ${word}`,
      meta_description: `Description ${word}`,
      category_id: categoryId,
      ...fields,
    });
    made.push(video);
    const media = await addMedia(hub, editor, video.id, word);
    urls.push(...Object.values(media).map(({ url }) => url));
    const comment = { content_type: 'video', content_id: video.id, content: `Comment ${word}` };
    await editor.request('POST', '/comments', { body: comment });
    return video.id;
  };
  await setVideoStatus(editor, await make(SECRET), 'ERROR');
  await make(SECRET, { status: 'DRAFT' });
  const processing = await make(SECRET);
  await hub.database.query(`update content_items set status = 'PROCESSING' where id = $1`, [processing]);
  const waiting = await make(WAITING);
  await hub.database.query('update content_items set published_at = null where id = $1', [waiting]);
  await hub.database.query(`update search_entries e set audience = i.audience from content_items i where i.id = e.id`);
  await hub.database.query(`delete from content_tags where tag like any ($1)`, [[`${SECRET}%`, `${WAITING}%`]]);
  await hideByReports(hub, { type: 'video', id: await make(HIDDEN) });
  await make(INTERNAL, { visibility: 'INTERNAL' });
  await make(MEMBERS, { visibility: 'LOGGED_IN' });
  const { id: open, slug } = await createVideo(editor, { title: 'Open', transcript: '0:01 For everyone.' });
  await hub.database.query(
    `update videos
     set original_name = $2, error_reason = $2, review_note = $2, reviewer_id = $3, reviewed_at = now()
     where item_id = $1`,
    [open, PROCESSING, editor.id],
  );
  videos = [...made.flatMap((video) => [video.id, video.slug]), open, slug];
  files = urls.map((url) => url.replace(/^\/api/, ''));
  ids = [...videos, categoryId, editor.id, viewer.id];
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const walkOf = walksOf(
  () => hub,
  () => ({
    kind: 'video',
    canaries: allWords,
    ids,
    items: videos,
    categoryId,
    authorId: editor.id,
    unrelated: ['/documents', '/forum'],
    pages: ['/', '/videos', '/search', ...videos.flatMap((id) => [`/videos/${id}`, `/videos/${id}/edit`])],
  }),
  async (walk, { request }) => {
    for (const path of [...files, ...videos.map((id) => `/videos/${id}/file`)])
      for (const [method, headers] of [
        ['GET', {}],
        ['HEAD', {}],
        ['GET', { range: 'bytes=50-' }],
      ] as const)
        walk.check(method, path, await request(method, path, { headers }));
  },
);

test.each<[who: string, user: () => TestApp | TestUser, words: string[]]>([
  ['guests see public videos only', () => hub, allWords],
  ['VIEWERs see nothing that is restricted', () => viewer, [SECRET, WAITING, HIDDEN, INTERNAL, PROCESSING]],
  [
    'contributors see neither unpublished videos of others nor how videos were processed',
    () => contributor,
    [SECRET, WAITING, HIDDEN, PROCESSING],
  ],
  [
    'moderators see what awaits review, but nothing else that is restricted',
    () => moderator,
    [SECRET, INTERNAL, PROCESSING],
  ],
])('%s', async (_who, user, words) => {
  const walk = await walkOf(user());
  expect(walk.leaksOf(...words)).toEqual([]);
  expect(walk.requestCount).toBeGreaterThan(300);
});

describe('users with access find the words in many responses', () => {
  const everywhere = [
    'listVideos',
    'getVideo',
    'getVideoFile',
    'getVideoCaptions',
    'listComments',
    'listCommentThreads',
    'listUserActivity',
    'search',
    'page',
    'GET',
    'HEAD',
  ];
  test.each<[string, () => TestUser, string]>([
    ['editors', () => editor, SECRET],
    ['contributors', () => contributor, INTERNAL],
    ['moderators', () => moderator, WAITING],
    ['viewers', () => viewer, MEMBERS],
  ])('%s', async (_who, user, word) => {
    expect((await walkOf(user())).operationsWith(word)).toEqual(expect.arrayContaining(everywhere));
  });

  test('editors learn how a video was processed', async () => {
    expect((await walkOf(editor)).operationsWith(PROCESSING)).toContain('getVideo');
  });
});
