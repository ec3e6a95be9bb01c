import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { searchContent } from '../../../../test/support/search.js';
import { type TestApp, createTestAppWithUsers } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import type { SuggestionResponse } from './search.dto.js';
import type { SendRequest } from '../../../../test/support/http.js';

/* Parts of identifiers, options of commands, scripts without spaces, and mistyped words. */

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  ({ hub, editor, viewer } = await createTestAppWithUsers({ editor: 'ADMIN', viewer: 'VIEWER' }));
  for (const [title, content] of Object.entries(DOCUMENTS))
    await createDocument(editor, { title, content, status: 'PUBLISHED' });
  const room = await createForumCategory(editor);
  const thread = await createThread(editor, room.id, { title: 'サーバーの設定', content: 'x' });
  await reply(editor, thread.id, { content: 'Run kubectl.kubernetes.io/last --watch, 再起動してください。' });
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const LONG = Array.from({ length: 12_000 }, (_, i) => `word${i}`).join(' ');
const DOCUMENTS = {
  Identifiers:
    'Edit application.yml and /etc/nginx/sites-enabled/default.conf, call foo_bar.baz_qux() in node.js, upgrade to ' +
    'v1.2.3, mail support@hub.example, see docs.hub.example/guide/setup.html. Use getUserName.',
  'Identifiers apart': 'The application has a yml file. Foo, a bar, then baz and qux.',
  'At the end of a long text': `${LONG} reached com.example.deep_down/inner.value here`,
  Amend: 'Use `git commit --amend` to change the last one.',
  'Git commits': 'A git commit saves changes.',
  Archives: 'Unpack with tar -xzf archive, then rm -rf it. Find by `find . -name x`.',
  'Archives without options': 'About tar and rm, the word xzf, and find with a name.',
  'Tar only': 'The tar format.',
  中文: '数据库全文搜索的配置方法。先安装，然后启动服务。',
  日本語の文書: 'データベースの全文検索を設定します。',
  한국어: '데이터베이스에서 전문 검색을 설정합니다.',
  ไทย: 'การค้นหาข้อความในฐานข้อมูล',
  Quotes: 'the crimson panda of foo_bar.baz sleeps',
};

const titles = async (query: string, fields: object = {}) =>
  (await searchContent(hub.request, query, fields)).results.map(({ title }) => title);

test.each([
  'nginx',
  'default.conf',
  'baz_qux',
  'node',
  '1.2.3',
  'v1.2.3',
  'support',
  'setup.html',
  'application.yml',
  'foo_bar.baz_qux',
  'foo_bar.baz_qux()',
  '/etc/nginx/sites-enabled/default.conf',
  'etc/nginx',
  'support@hub.example',
  'hub.example',
  'docs.hub.example/guide',
  'getUserName',
  'getusername',
  'user name',

  '"application.yml and"',
  '“foo_bar.baz_qux”',
  '„node.js, upgrade to v1.2.3“',
  '«mail support»',
  'APPLICATION.YML',
])('%s finds the document with it first', async (query) => {
  expect((await titles(query))[0]).toBe('Identifiers');
});

test.each(['application', 'foo_bar', 'yml', 'baz'])('%s finds the document with it', async (query) => {
  expect(await titles(query)).toContain('Identifiers');
});

test('whole forms do not match their parts elsewhere', async () => {
  expect(await titles('application.yml')).toEqual(['Identifiers']);
  expect(await titles('"foo_bar.baz"')).not.toContain('Identifiers apart');
  expect(await titles('application -application.yml')).toEqual(['Identifiers apart']);
});

test('far in a long text, whole forms and parts are found', async () => {
  for (const query of ['com.example.deep_down/inner.value', 'deep_down', 'inner'])
    expect(await titles(query)).toEqual(['At the end of a long text']);
});

describe('options of commands', () => {
  test('two hyphens are no exclusion', async () => {
    expect(await titles('git commit --amend')).toEqual(['Amend']);
    expect(await titles('--amend')).toEqual(['Amend']);
    expect(await titles('"git commit --amend"')).toEqual(['Amend']);
  });

  test('one hyphen excludes the word, except where the text has it with the hyphen', async () => {
    expect((await titles('tar -xzf')).toSorted()).toEqual(['Archives', 'Tar only']);
    expect((await titles('rm -rf'))[0]).toBe('Archives');
    expect((await titles('find -name'))[0]).toBe('Archives');
    expect(await titles('-rf')).toEqual(['Archives']);
    expect((await titles('tar -unpack')).toSorted()).toEqual(['Archives without options', 'Tar only']);
  });
});

describe('scripts without spaces', () => {
  test.each([
    ['全文搜索', '中文'],
    ['数据库', '中文'],
    ['"配置方法"', '中文'],
    ['「安装」', '中文'],
    ['全文検索', '日本語の文書'],
    ['データベース', '日本語の文書'],
    ['日本語', '日本語の文書'],
    ['검색', '한국어'],
    ['데이터베이스', '한국어'],
    ['ค้นหา', 'ไทย'],
  ])('%s', async (query, title) => {
    expect(await titles(query)).toEqual([title]);
  });

  test('a single character', async () => {
    expect((await titles('全')).toSorted()).toEqual(['中文', '日本語の文書']);
    expect(await titles('务')).toEqual(['中文']);
  });

  test('other text with the same characters is not found', async () => {
    expect(await titles('索全')).toEqual([]);
    expect(await searchContent(hub.request, '索文全検')).toMatchObject({ results: [], did_you_mean: null });
  });

  test('snippets mark what was searched', async () => {
    const [found] = (await searchContent(hub.request, '全文検索')).results;
    expect(found?.snippet).toEqual([
      { text: 'データベースの', match: false },
      { text: '全文検索', match: true },
      { text: 'を設定します。', match: false },
    ]);
  });

  test('titles are suggested', async () => {
    for (const typed of ['日', '日本', '日本語の'])
      expect(
        (await hub.request<SuggestionResponse[]>('GET', `/search/suggestions?q=${encodeURIComponent(typed)}`)).body.map(
          ({ title }) => title,
        ),
      ).toEqual(['日本語の文書']);
  });
});

test('threads and replies', async () => {
  expect(await titles('サーバー', { content_type: 'thread' })).toEqual(['サーバーの設定']);
  for (const query of ['再起動', 'kubernetes.io', 'kubectl --watch'])
    expect(await titles(query, { content_type: 'post' })).toHaveLength(1);
});

test('users by parts of their handles and by names', async () => {
  const user = await hub.users.create('VIEWER', '山田太郎');
  const found = await searchContent(user.request, '太郎', { content_type: 'user' });
  expect(found.results.map(({ id }) => id)).toEqual([user.id]);
});

const snippetOf = async (query: string) => (await searchContent(hub.request, query)).results[0]?.snippet ?? [];

test('snippets mark parts of identifiers and show them as written', async () => {
  for (const [query, marked] of [
    ['nginx', ['nginx']],
    ['application.yml', ['application', 'yml']],
    ['hub.example', ['hub', 'example', 'hub', 'example']],
  ] as const) {
    const snippet = await snippetOf(query);
    expect(snippet.filter(({ match }) => match).map(({ text }) => text)).toEqual(marked);
  }
  const text = (await snippetOf('nginx')).map((part) => part.text).join('');
  expect(text).toContain('application.yml and /etc/nginx/sites-enabled/default.conf, call foo_bar.baz_qux()');
});

const publish = (fields: object) => createDocument(editor, { status: 'PUBLISHED', ...fields });
const search = (query: string, fields: object = {}, request: SendRequest = hub.request) =>
  searchContent(request, query, fields);
const zeroResultCounts = (query: string) =>
  hub.database.query<{ n: number }>('select n from search_misses where query = $1', [query]);

test('a mistyped word is corrected, with did_you_mean', async () => {
  await publish({ title: 'Deploying', content: 'How kubernetes clusters are deployed.' });
  for (const [typed, meant] of [
    ['kuberntes', 'kubernetes'],
    ['kubrenetes', 'kubernetes'],
    ['KUBBERNETES clusters', 'kubernetes clusters'],
    ['kuberentes -panda', 'kubernetes -panda'],
  ])
    expect(await search(typed!)).toMatchObject({ did_you_mean: meant, results: [{ title: 'Deploying' }] });
  expect(await search('"kuberntes clusters"')).toMatchObject({
    did_you_mean: '"kubernetes clusters"',
    results: [{ title: 'Deploying' }],
  });
  expect(await search('"clusters kuberntes"')).toMatchObject({ did_you_mean: null, results: [] });
  expect(await zeroResultCounts('kuberntes')).toEqual([]);
});

test('a mistyped word is corrected to a longer word that begins like it', async () => {
  const { title } = await publish({ title: 'Quokkabaseql', content: 'A database.' });
  expect(await search('qokkabase')).toMatchObject({ did_you_mean: 'quokkabaseql', results: [{ title }] });
  expect(await search('qokkxbase')).toMatchObject({ did_you_mean: null, results: [] });
});

test('a mistyped word is not corrected to a word of invisible items', async () => {
  const { id } = await publish({ title: 'Inside', content: 'the secretword quetzalcoatl', visibility: 'INTERNAL' });
  expect(await search('quetzacloatl', {}, viewer.request)).toEqual({
    results: [],
    total: 0,
    total_capped: false,
    did_you_mean: null,
    next_cursor: null,
  });
  expect((await search('quetzacloatl', {}, editor.request)).did_you_mean).toBe('quetzalcoatl');
  await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'PUBLIC' } });
  expect((await search('quetzacloatl', {}, viewer.request)).did_you_mean).toBe('quetzalcoatl');
});

test('queries without results are counted per day, without the user', async () => {
  for (const request of [hub.request, viewer.request])
    expect((await search('Nowhere  Tobefoundxyz', {}, request)).results).toEqual([]);
  expect(await zeroResultCounts('nowhere tobefoundxyz')).toEqual([{ n: 2 }]);
  await search('nowhere tobefo', { unfinished: true });
  expect(await zeroResultCounts('nowhere tobefo')).toEqual([]);
  // Filtered searches are not counted.
  await publish({ title: 'Inner', content: 'the innerword vlxbrandish', visibility: 'INTERNAL' });
  for (const filter of [{ difficulty: 'ADVANCED' }, { content_type: 'video' }]) await search('cornerword', filter);
  expect(await zeroResultCounts('cornerword')).toEqual([]);
  // Words of items that the user may not see count like others, or the list would tell of these items.
  expect((await search('vlxbrandish', {}, viewer.request)).total).toBe(0);
  expect(await zeroResultCounts('vlxbrandish')).toEqual([{ n: 1 }]);
  expect(
    await hub.database.query(
      `select column_name from information_schema.columns where table_name = 'search_misses' order by 1`,
    ),
  ).toEqual([{ column_name: 'day' }, { column_name: 'n' }, { column_name: 'query' }]);
});
