import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import type { SendRequest } from './support/http.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { Reconciliation } from '../src/platform/database/reconciliation.js';
import { SearchIndexer } from '../src/modules/content/search/search-indexer.js';
import type { SearchResponse, SuggestionResponse } from '../src/modules/content/search/search.dto.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let categoryId: string;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  author = await hub.users.create();
  categoryId = (await createForumCategory(admin, { name: 'Questions', color: '#123456' })).id;
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const search = async (query: string, fields: object = { content_type: 'all' }, request: SendRequest = hub.request) =>
  (await request<SearchResponse>('POST', '/search', { body: { query, ...fields } })).body;
/** Without the results for a similar word. */
const found = async (query: string, fields?: object, request?: SendRequest) => {
  const { results, did_you_mean } = await search(query, fields, request);
  return did_you_mean === null ? results.map(({ type, id }) => `${type} ${id}`).toSorted() : [];
};
const differences = async () =>
  (await hub.get(Reconciliation).run({ fix: false })).filter(
    (check) => check.differences && check.name.includes('index'),
  );
let number = 0;
/** A word of letters that no other text contains. */
const unique = () => `zzq${[...String(++number)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}wort`;

test('threads are found by title, tag and text, replies by their text', async () => {
  const [inTitle, inTag, inText, inReply] = [unique(), unique(), unique(), unique()];
  const thread = await createThread(author, categoryId, {
    title: `About ${inTitle}`,
    content: `## Heading\n\nSome **${inText}** here`,
    tags: [inTag],
  });
  const post = await reply(author, thread.id, { content: `I know ${inReply}` });
  for (const word of [inTitle, inTag, inText])
    expect(await found(word, { content_type: 'thread' })).toEqual([`thread ${thread.id}`]);
  expect(await found(inText, { content_type: 'community' })).toEqual([`thread ${thread.id}`]);
  expect(await found(inReply, { content_type: 'community' })).toEqual([`post ${post.id}`]);
  expect((await search(inText)).results).toEqual([
    expect.objectContaining({
      type: 'thread',
      title: `About ${inTitle}`,
      url: `/community/thread/${thread.id}`,
      heading: null,
      status: null,
      category: expect.objectContaining({ id: categoryId, title: 'Questions', color: '#123456', is_restricted: false }),
      created_at: thread.created_at,
    }),
  ]);
  expect((await search(inReply)).results).toEqual([
    expect.objectContaining({
      type: 'post',
      id: post.id,
      title: `Re: About ${inTitle}`,
      url: `/community/thread/${thread.id}#post-2`,
      snippet: [
        { text: 'I know ', match: false },
        { text: inReply, match: true },
      ],
    }),
  ]);
  expect(await found(inTitle)).toEqual([`thread ${thread.id}`]);
  expect(await found(inReply, { content_type: 'thread' })).toEqual([]);
  expect(await found(inTitle, {})).toEqual([]);
  expect(await found(inTitle, { content_type: 'all', category_id: categoryId })).toHaveLength(1);
  expect(await found(inReply, { content_type: 'all', category_id: categoryId })).toHaveLength(1);
});

test('the vectors of a reply are those of its own text', async () => {
  const thread = await createThread(author, categoryId, { title: `About ${unique()}` });
  const post = await reply(author, thread.id, { content: 'Own words' });
  expect(
    await hub.database.query(
      `select title, tsv = search_vector('Own words') as is_own, short_tsv = tsv as is_short, title_tsv
       from search_entries where id = $1`,
      [post.id],
    ),
  ).toEqual([{ title: `Re: ${thread.title}`, is_own: true, is_short: true, title_tsv: null }]);
});

test('a reply on a later page has the address of its page', async () => {
  const thread = await createThread(author, categoryId);
  for (let i = 0; i < 9; i++) await reply(author, thread.id);
  const word = unique();
  await reply(author, thread.id, { content: word });
  expect((await search(word)).results[0]?.url).toBe(`/community/thread/${thread.id}?page=2#post-11`);
});

test('suggestions complete titles of threads, and not of replies', async () => {
  const word = unique();
  const thread = await createThread(author, categoryId, { title: `Why ${word}?` });
  await reply(author, thread.id);
  const suggest = async (type: string) =>
    (await hub.request<SuggestionResponse[]>('GET', `/search/suggestions?q=${word.slice(0, -1)}${type}`)).body;
  const suggestion = { type: 'thread', id: thread.id, title: `Why ${word}?`, url: `/community/thread/${thread.id}` };
  expect(await suggest('')).toEqual([{ ...suggestion, handle: null }]);
  expect(await suggest('&content_type=thread')).toHaveLength(1);
  expect(await suggest('&content_type=page')).toHaveLength(1);
  expect(await suggest('&content_type=post')).toEqual([]);
});

const suggestNewest = async ({ request }: { request: SendRequest }, type: string) =>
  (await request<SuggestionResponse[]>('GET', `/search/suggestions?content_type=${type}`)).body;

test('while nothing is typed, the newest pages that the reader may see are suggested, and no users', async () => {
  const thread = await createThread(author, categoryId, { title: `Newest ${unique()}` });
  const draft = await createDocument(admin, { title: `Draft ${unique()}` });
  expect((await suggestNewest(admin, 'page')).slice(0, 2).map(({ id }) => id)).toEqual([draft.id, thread.id]);
  expect((await suggestNewest(author, 'page'))[0]).toMatchObject({ type: 'thread', id: thread.id, handle: null });
  expect(await suggestNewest(author, 'user')).toEqual([]);
});

test('edits replace what is found', async () => {
  const [before, after, title] = [unique(), unique(), unique()];
  const thread = await createThread(author, categoryId, { content: before });
  const post = await reply(author, thread.id, { content: before });
  const { body } = await hub.request<{ posts: { id: string }[] }>('GET', `/forum/threads/${thread.id}/posts`);
  for (const { id } of body.posts) await author.request('PUT', `/forum/posts/${id}`, { body: { content: after } });
  expect([await found(before), await found(after)]).toEqual([[], [`post ${post.id}`, `thread ${thread.id}`]]);
  await author.request('PUT', `/forum/threads/${thread.id}`, { body: { title, tags: ['renamed'] } });
  expect(await found(title, { content_type: 'thread' })).toEqual([`thread ${thread.id}`]);
  expect((await search(after, { content_type: 'post' })).results[0]?.title).toBe(`Re: ${title}`);
  expect(await hub.database.query('select 1 from search_entries where format = 0')).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('a moved thread is found in its new category, with its replies', async () => {
  const word = unique();
  const { id: target } = await createForumCategory(admin);
  const thread = await createThread(author, categoryId, { content: word });
  await reply(author, thread.id, { content: word });
  await admin.request('PUT', `/forum/threads/${thread.id}`, { body: { category_id: target } });
  expect(await found(word, { content_type: 'all', category_id: categoryId })).toEqual([]);
  expect(await found(word, { content_type: 'all', category_id: target })).toHaveLength(2);
  expect(await differences()).toEqual([]);
});

test('deleted posts and threads are not found', async () => {
  const [ofPost, ofThread] = [unique(), unique()];
  const thread = await createThread(author, categoryId, { content: ofThread });
  const post = await reply(author, thread.id, { content: ofPost });
  await reply(author, thread.id, { content: ofThread });
  await author.request('DELETE', `/forum/posts/${post.id}`);
  expect([await found(ofPost, undefined, admin.request), (await found(ofThread)).length]).toEqual([[], 2]);
  await admin.request('DELETE', `/forum/threads/${thread.id}`);
  expect(await found(ofThread, undefined, admin.request)).toEqual([]);
  expect(await differences()).toEqual([]);
});

test('a long text is found, also by its end', async () => {
  const word = unique();
  const long = `${'Many words. '.repeat(3000)}\n\n# ${word}`;
  const thread = await createThread(author, categoryId, { content: long });
  const post = await reply(author, thread.id, { content: long });
  expect(await found(word)).toEqual([`post ${post.id}`, `thread ${thread.id}`]);
  const { results } = await search(word);
  expect(results.map(({ heading }) => heading)).toEqual([null, null]);
  expect(await differences()).toEqual([]);
});

test('the indexer adds what is missing, and the check finds what is wrong', async () => {
  const word = unique();
  const thread = await createThread(author, categoryId, { content: word });
  const post = await reply(author, thread.id, { content: word });
  const both = [`post ${post.id}`, `thread ${thread.id}`];
  await hub.database.query('delete from search_entries where id = any($1)', [[thread.id, post.id]]);
  expect((await differences()).map(({ name }) => name)).toEqual([
    'threads in the search index',
    'posts in the search index',
  ]);
  await hub.get(SearchIndexer).indexMissing();
  expect([await found(word), await differences()]).toEqual([both, []]);
  await hub.database.query('update search_entries set author_id = $2 where id = $1', [post.id, admin.id]);
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [thread.id]);
  expect(await differences()).toHaveLength(2);
  await hub.get(Reconciliation).run({ fix: true });
  expect(await found(word, undefined, admin.request)).toEqual([]);
  await hub.database.query('update forum_threads set hidden_at = null where id = $1', [thread.id]);
  await hub.get(SearchIndexer).indexMissing();
  expect([await found(word), await differences()]).toEqual([both, []]);
});

test('helpful replies rank higher, until they have no points any more', async () => {
  const thread = await createThread(author, categoryId);
  const post = await reply(author, thread.id);
  const boost = async () =>
    (await hub.database.one<{ boost: number }>('select boost from search_entries where id = $1', [post.id]))?.boost;
  await hub.database.query('update forum_posts set like_count = 1, helpful_count = 1 where id = $1', [post.id]);
  await hub.get(SearchIndexer).updateBoosts();
  expect(await boost()).toBe(2);
  await hub.database.query('update forum_posts set like_count = 0, helpful_count = 0 where id = $1', [post.id]);
  await hub.get(SearchIndexer).updateBoosts();
  expect(await boost()).toBe(0);
});
