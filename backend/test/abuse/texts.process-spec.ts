import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AbuseTestServer } from '../support/abuse-server.js';
import { toJson, validValue } from '../support/invalid-values.js';
import { createDocument } from '../support/documents.js';
import { createForumCategory, createThread, reply } from '../support/forum.js';
import { markdownFamilies } from '../support/markdown-families.js';
import { type Operation, operations, resolveSchema, type Schema } from '../support/openapi.js';
import type { TestUser } from '../support/users.js';
import { createVideo, youtube } from '../support/videos.js';

/** Documents, transcripts and caption files of the greatest length have separate tests. */
const LONGEST = 100_000;

let server: AbuseTestServer;
let contributor: TestUser;
/** What operations change, by the beginning of their paths, and what is read of it afterwards. */
let targets: { path: string; id: string; reads: string[] }[];
let documentId: string;
let categoryId: string;

beforeAll(async () => {
  server = await AbuseTestServer.start((started) => started.send('/documents', {}));
  const { users, database } = server.hub;
  contributor = await users.create('CONTRIBUTOR');
  documentId = (await createDocument(contributor)).id;
  await database.query(`update content_items set status = 'PUBLISHED', published_at = now() where id = $1`, [
    documentId,
  ]);
  const { id: videoId } = await createVideo(contributor);
  const comment = { content_type: 'document', content_id: documentId, content: 'First' };
  const { id: commentId } = (await contributor.request<{ id: string }>('POST', '/comments', { body: comment })).body;
  categoryId = (await createForumCategory(await users.create('ADMIN'))).id;
  const { id: threadId } = await createThread(contributor, categoryId);
  const { id: postId } = await reply(contributor, threadId);
  const [document, video] = [`/documents/${documentId}`, `/videos/${videoId}`];
  const thread = [`/forum/threads/${threadId}`, `/forum/threads/${threadId}/posts`];
  targets = [
    { path: '/comments', id: commentId, reads: [`/comments/document/${documentId}`] },
    { path: '/forum/threads', id: threadId, reads: thread },
    { path: '/forum/posts', id: postId, reads: thread },
    { path: '/videos', id: videoId, reads: [video, `${video}/captions.vtt`, '/videos'] },
    { path: '/admin/videos', id: videoId, reads: [video, `${video}/captions.vtt`, '/videos'] },
    { path: '/profile', id: '', reads: [`/users/${contributor.id}/profile`] },
    { path: '', id: documentId, reads: [document, `${document}/revisions`, '/documents'] },
  ];
}, 120_000);
afterAll(() => server?.close());
beforeEach(() => server.resetRateLimits());

interface Sent {
  method: string;
  path: string;
  json?: string;
  token?: string | undefined;
}
const send = ({ method, path, json, token }: Sent) => {
  const authorization = token && { authorization: `Bearer ${token}` };
  const headers = { ...(json !== undefined && { 'content-type': 'application/json' }), ...authorization };
  return server.send(path, { method, headers, ...(json !== undefined && { body: Buffer.from(json) }) });
};

const isText = (schema: Schema): boolean => {
  const { type, format, enum: choices } = { ...schema, ...resolveSchema(schema) };
  return type === 'string' && !format && !choices;
};
const getTexts = ({ properties = {} }: Schema) => Object.entries(properties).filter(([, schema]) => isText(schema));

type WithTexts = Operation & { body: Schema };
/** Routes with a second name call the same method with the same fields. */
const isAlias = ({ operationId }: Operation) => operationId.endsWith('Enhanced');
const withTexts = operations.filter(
  (operation): operation is WithTexts => !!operation.body && !isAlias(operation) && getTexts(operation.body).length > 0,
);

/** What is required, and existing ids, so that requests are refused for their texts only. */
function rightFields({ body, operationId }: WithTexts): Record<string, string> {
  const { properties = {}, required = [] } = body;
  const fields = required.map((name): [string, string] => [name, JSON.stringify(validValue(properties[name] ?? {}))]);
  return {
    ...Object.fromEntries(fields),
    ...(properties['content_id'] && { content_id: JSON.stringify(documentId), content_type: '"document"' }),
    ...(operationId === 'createThread' && { category_id: JSON.stringify(categoryId) }),
    ...(operationId === 'createVideo' && {
      source_type: '"YOUTUBE"',
      source_url: JSON.stringify(youtube.source_url),
    }),
  };
}
const targetOf = ({ path }: Operation) => targets.find((target) => path.startsWith(target.path))!;

test('there are texts and families to test', () => {
  expect(withTexts.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining([
      'register',
      'searchContent',
      'createComment',
      'updateComment',
      'createDocument',
      'updateProfile',
    ]),
  );
  expect(Object.keys(markdownFamilies).length).toBeGreaterThanOrEqual(30);
});

function getText(family: string, { maxLength = 1000 }: Schema): string {
  const length = Math.min(maxLength, LONGEST);
  const long = markdownFamilies[family]?.(Math.max(length, 1000)) ?? '';
  return long.slice(0, length).toWellFormed().replaceAll('\0', ' ');
}

/** Texts in lists: tags, skills and chapters. */
function listsOf(family: string, { properties = {} }: Schema): Record<string, string> {
  const lists: Record<string, unknown> = {};
  for (const [name, { type, items, maxItems = 10 }] of Object.entries(properties)) {
    if (type !== 'array' || !items) continue;
    const item = { ...items, ...resolveSchema(items) };
    const fill = (i: number) =>
      item.properties
        ? {
            ...Object.fromEntries(getTexts(item).map(([key, schema]) => [key, getText(family, schema)])),
            start_time: i,
          }
        : getText(family, item);
    lists[name] = Array.from({ length: Math.min(maxItems, 100) }, (_, i) => fill(i));
  }
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)]));
}

/** What the hub parses when texts are saved, read or searched for. */
const parsing = /^(update(Document|Video|Comment|Post|Thread)|searchContent)$/;
const SHARES = 4;

/** All families for operations whose texts are parsed; of the others each gets a part of them, and together all. */
const familiesFor = ({ operationId }: Operation): string[] => {
  const turn = withTexts.findIndex((operation) => operation.operationId === operationId) % SHARES;
  return Object.keys(markdownFamilies).filter((_, index) => parsing.test(operationId) || index % SHARES === turn);
};

const filled = (family: string, fields: [string, Schema][]): Record<string, string> =>
  Object.fromEntries(fields.map(([name, schema]) => [name, JSON.stringify(getText(family, schema))]));

describe.each(withTexts)('$operationId', (operation) => {
  const texts = getTexts(operation.body);
  /** An edit takes what a creation does, so creations are sent fewer. */
  const alone = texts.filter(
    ([, { maxLength = 0 }]) => maxLength >= 2000 && !operation.operationId.startsWith('create'),
  );
  /** All texts at once, long ones alone, so that an invalid text does not hide the effect of another, and all lists. */
  const bodies = (family: string): Record<string, string>[] => [
    filled(family, texts),
    ...alone.map((text) => filled(family, [text])),
    listsOf(family, operation.body),
  ];

  test('pathological texts, and reads of what was stored', async () => {
    const token = operation.isPublic ? undefined : contributor.token;
    const { id, reads } = targetOf(operation);
    const path = operation.path.replace(/\{\w+\}/g, id);
    const request = async (family: string, sent: Sent) => {
      const { status, text } = await send({ ...sent, token });
      const unexpected = (status ?? 500) >= 500 && status !== 503 ? text : '';
      expect({ family, ...sent, json: '', status, unexpected }).toMatchObject({
        status: expect.any(Number),
        unexpected: '',
      });
      // The rate limit of a single user is lower.
      if (status === 429) await server.resetRateLimits();
      return status;
    };
    let storedCount = 0;
    for (const family of familiesFor(operation))
      await server.expectBoundedLoad(family, async () => {
        for (const body of bodies(family)) {
          const json = toJson({ ...rightFields(operation), ...body });
          const status = await request(family, { method: operation.method, path, json });
          if (status === undefined || status >= 300 || !operation.path.includes('{')) continue;
          storedCount++;
          for (const read of reads) await request(family, { method: 'GET', path: read });
        }
      });
    if (/^update(Document|Video|Comment|Post|Thread)$/.test(operation.operationId))
      expect(storedCount).toBeGreaterThan(20);
  }, 600_000);
});
