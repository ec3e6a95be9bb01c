import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCategory, setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import { generateMarkdown } from '../../../../test/support/markdown-families.js';
import { searchContent } from '../../../../test/support/search.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { SearchResultResponse } from './search.dto.js';

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  ({ hub, editor, viewer } = await createTestAppWithUsers({ editor: 'EDITOR', viewer: 'VIEWER' }));
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const publish = (fields: object) => createDocument(editor, { status: 'PUBLISHED', ...fields });
const search = (query: string, fields: object = {}, request: SendRequest = hub.request) =>
  searchContent(request, query, fields);
const titles = async (query: string, fields: object = {}, request: SendRequest = hub.request) =>
  (await search(query, fields, request)).results.map(({ title }) => title);
const heading = async (query: string) => (await search(query)).results[0]?.heading;
const marked = ({ snippet }: SearchResultResponse) => snippet.filter(({ match }) => match).map(({ text }) => text);

describe('matches', () => {
  test.each(['ab_c_', '# ab_c_', 'a-1.'])('100 KB without a space, of "%s", are indexed quickly', async (piece) => {
    const began = performance.now();
    const word = `unbroken${piece.length}`;
    await publish({ title: word, content: `${word}\n\n${piece}${piece.slice(-4).repeat(25_000)}` });
    expect(await titles(word)).toContain(word);
    // Takes half a second; more than half a minute where PostgreSQL gets it as it is.
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  /** Each occurrence with each other took 4 GB and 20 s. */
  test.each(['digits and colons', 'one tag of attributes', 'closed emphasis', 'many links', 'mail addresses'])(
    'a query of "%s" is answered at once in texts that are full of it',
    async (family) => {
      const content = `${family}\n\n${generateMarkdown(family, 100_000).slice(0, 100_000)}`;
      for (let i = 0; i < 2; i++) await publish({ title: family, content });
      const began = performance.now();
      await search(generateMarkdown(family, 300).slice(0, 200));
      expect(performance.now() - began).toBeLessThan(2000);
      expect((await search(family)).total).toBe(2);
    },
  );

  test('a result has all fields of the specification and the heading of the match', async () => {
    const category = await createCategory(editor, { icon: '📚', color: '#112233' });
    const document = await publish({
      title: 'Keeping copies',
      summary: 'How copies are kept.',
      difficulty: 'ADVANCED',
      category_id: category.id,
      content:
        'First a word.\n\n# Restoring\n\nThe quokkas are brought back *one by one*.\n\n# Other things\n\nNothing.',
    });
    expect(await search('quokka')).toEqual({
      results: [
        {
          type: 'document',
          id: document.id,
          title: 'Keeping copies',
          summary: 'How copies are kept.',
          url: '/docs/keeping-copies',
          category: expect.objectContaining({
            id: category.id,
            title: category.name,
            icon: '📚',
            is_restricted: false,
          }),
          view_count: 0,
          like_count: 0,
          difficulty: 'ADVANCED',
          status: 'PUBLISHED',
          visibility: 'PUBLIC',
          created_at: document.created_at,
          updated_at: null,
          published_at: document.published_at,
          heading: { title: 'Restoring', url: '/docs/keeping-copies#restoring' },
          file: null,
          snippet: [
            { text: 'The ', match: false },
            { text: 'quokkas', match: true },
            { text: ' are brought back one by one', match: false },
          ],
        },
      ],
      total: 1,
      total_capped: false,
      did_you_mean: null,
      next_cursor: null,
    });
  });

  test.each([
    ['German, in other forms', 'Häuser', 'Das alte Haus steht am Fluss.', ['Haus']],
    ['German, without its umlaut', 'ubungen', 'Eine Übung für alle.', ['Übung']],
    ['English, in other forms', 'running', 'They run every xylophone morning.', ['run']],
    ['accents', 'creme brulee', 'Wir essen Crème brûlée.', ['Crème', 'brûlée']],
    [
      'both languages in one query',
      'Dokumente migrated',
      'Ein Dokument zum Thema migrating.',
      ['Dokument', 'migrating'],
    ],
    ['a word in code', 'max_wal_zebras', 'Set `max_wal_zebras` to 5.', ['max wal zebras']],
    ['markup that is written about', '<zebradiv>', 'Use `<zebradiv class="a">` here.', ['zebradiv']],
    ['a word in a fence', 'fencedzebra', '```\nlet fencedzebra = 1\n```', ['fencedzebra']],
    ['a stop word of one language', 'die gnuherd', 'A gnuherd alone.', ['gnuherd']],
    ['nothing but a stop word of one language', 'hattest', 'Was du hattest.', []],
  ])('%s', async (_what, query, content, words) => {
    const { id } = await publish({ content });
    const found = (await search(query)).results.find((result) => result.id === id);
    expect(found).toBeDefined();
    expect(marked(found!).join(' ')).toBe(words.join(' ') || marked(found!).join(' '));
  });

  test('finds words spread over title, tags, summary and text', async () => {
    await publish({
      title: 'Wombatology',
      tags: ['burrowing'],
      summary: 'About digging.',
      content: '# One\n\nalphaword\n\n# Two\n\nbetaword',
    });
    for (const query of ['alphaword betaword', 'wombatology betaword', 'burrowing digging alphaword'])
      expect(await titles(query)).toEqual(['Wombatology']);
    expect(await titles('alphaword gammaword')).toEqual([]);
  });

  test('supports phrases, exclusion and or', async () => {
    await publish({ title: 'Red', content: 'the crimson panda sleeps' });
    await publish({ title: 'Blue', content: 'the panda sleeps crimson' });
    expect(await titles('"crimson panda"')).toEqual(['Red']);
    expect((await titles('crimson -"crimson panda"')).sort()).toEqual(['Blue']);
    expect((await titles('"crimson panda" or "sleeps crimson"')).sort()).toEqual(['Blue', 'Red']);
    // A query with exclusions only has no results.
    expect(await titles('-panda')).toEqual([]);
  });

  test('special characters in queries never cause errors', async () => {
    await publish({ title: 'Signs', content: 'a signword here' });
    for (const query of [
      "'",
      '"',
      "signword'",
      'signword\\',
      '!!',
      '& | !',
      '(signword',
      'signword:*',
      "'signword':A",
      '<->',
      '-',
      '"-"',
      'or',
      'or or',
      '%',
      '𝕊',
      'a'.repeat(200),
      '" or "',
      '🦄',
      'x\u{E000}y',
    ])
      expect((await search(query)).results.length).toBeLessThan(30);
    expect(await titles("signword'")).toEqual(['Signs']);
    for (const word of ['back\\slash', "it's", 'a&b|!c', 'a:*', "''", "o'brien\\'"]) {
      const { title } = await publish({ title: `As words: ${word}`, content: `xylo ${word} end` });
      expect(await titles(`xylo ${word}`)).toContain(title);
    }
  });

  test('matches the beginning of a word when the whole word has no matches', async () => {
    await publish({ title: 'Hippopotamology', content: 'x' });
    expect(await titles('hippopotamo')).toEqual(['Hippopotamology']);
  });
});

test('a part of a word finds it where little else matches, of what the user sees', async () => {
  const compound = 'Bereitschaftsgondel';
  await publish({ title: 'Pläne', content: `Die ${compound} beginnt um acht.` });
  await publish({ title: 'Nur intern', content: `Die ${compound} endet um zehn.`, visibility: 'LOGGED_IN' });
  await publish({ title: 'Nichts davon', content: 'Eine Rufbereitschaft.' });
  const [found, ...others] = (await search('gondel')).results;
  expect(others).toEqual([]);
  expect(found).toMatchObject({ title: 'Pläne' });
  expect(marked(found!)).toEqual([compound]);
  expect(await search('gondel')).toMatchObject({ total: 1, did_you_mean: null });
  expect((await titles('GONDEL beginnt', {}, viewer.request)).toSorted()).toEqual(['Pläne']);
  expect((await titles('gondel', {}, viewer.request)).toSorted()).toEqual(['Nur intern', 'Pläne']);
  // Whole words first; with few of them, the compounds as well.
  await publish({ title: 'Gondel', content: 'Allein.' });
  expect(await titles('gondel')).toEqual(['Gondel', 'Pläne']);
  // Excluded words, phrases and short words are taken as they are.
  for (const query of ['"gondel" allein', 'gon beginnt']) expect(await titles(query)).not.toContain('Pläne');
  const first = await search('gondel', { limit: 1 }, viewer.request);
  const next = await search('gondel', { limit: 1, cursor: first.next_cursor }, viewer.request);
  expect([first.total, next.results.length]).toEqual([3, 1]);
  // Enough whole words: compounds are not searched.
  await publish({ title: 'Gondel 2', content: 'Allein.' });
  await publish({ title: 'Gondel 3', content: 'Allein.' });
  expect((await titles('gondel')).toSorted()).toEqual(['Gondel', 'Gondel 2', 'Gondel 3']);
});

describe('links of results', () => {
  test('lead to the heading with most of the words, or to the document', async () => {
    const content =
      'kiwi at the start\n\n## Setup\n\nnothing here\n\n' +
      '## Set up!\n\nkiwi and mango\n\n## Setup\n\nmango mango kiwi kiwi papaya';
    await publish({ title: 'Fruits', content });
    expect(await heading('papaya')).toEqual({ title: 'Setup', url: '/docs/fruits#setup-1' });
    expect(await heading('"kiwi and mango"')).toMatchObject({ url: expect.stringMatching(/^\/docs\/fruits#set-?up/) });
    expect(await heading('fruits')).toBeNull();
    expect(await heading('start')).toBeNull();
  });

  test('lead to the heading above a phrase, even when another section has its words more often', async () => {
    await publish({
      title: 'Baskets',
      content:
        '## Many\n\nfirst figs with grapes, some figs with grapes, more figs with grapes\n\n## One\n\ngrapes figs',
    });
    expect(await heading('"grapes figs"')).toEqual({ title: 'One', url: '/docs/baskets#one' });
    expect(await heading('grapes figs')).toEqual({ title: 'Many', url: '/docs/baskets#many' });
  });

  test('lead to the new URL after a change of slug', async () => {
    const { id } = await publish({ title: 'Moving house', content: '# Room\n\nplatypuses' });
    await editor.request('PUT', `/admin/documents/${id}`, { body: { slug: 'moved-house' } });
    expect((await search('platypuses')).results[0]).toMatchObject({
      url: '/docs/moved-house',
      heading: { url: '/docs/moved-house#room' },
    });
  });
});

describe('ranking', () => {
  test('titles rank above texts, recent items above old ones, helpful items above others', async () => {
    await publish({ title: 'Long text', content: `${'filler '.repeat(300)} marmoset` });
    await publish({ title: 'About the marmoset', content: 'x' });
    expect(await titles('marmoset')).toEqual(['About the marmoset', 'Long text']);

    const [old, helpful] = [
      await publish({ title: 'Lemur one', content: 'x' }),
      await publish({ title: 'Lemur two', content: 'x' }),
    ];
    await publish({ title: 'Lemur three', content: 'x' });
    await hub.database.query(`update search_entries set at = now() - interval '4 years' where id = any($1::uuid[])`, [
      [old.id, helpful.id],
    ]);
    expect((await titles('lemur'))[0]).toBe('Lemur three');
    await hub.database.query('update search_entries set boost = 10 where id = $1', [helpful.id]);
    expect(await titles('lemur')).toEqual(['Lemur three', 'Lemur two', 'Lemur one']);
  });

  test('a title outranks texts, also with a longer word that begins like the query', async () => {
    const begun = await publish({ title: "Backups with Zebragresql's own tools", content: 'Copies and restores.' });
    await hub.database.query(`update search_entries set at = now() - interval '5 years' where id = $1`, [begun.id]);
    const inText = await publish({
      title: 'A day at work',
      summary: 'zebragres',
      tags: ['zebragres'],
      content: 'zebragres '.repeat(50),
    });
    await hub.database.query('update search_entries set boost = 10 where id = $1', [inText.id]);
    expect(await titles('zebragres')).toEqual([begun.title, inText.title]);
    const whole = await publish({ title: 'Zebragres for all', content: 'x' });
    expect(await titles('zebragres')).toEqual([whole.title, begun.title, inText.title]);
    expect(await titles('backups zebragres')).toEqual([begun.title]);
    // Operators say exactly what is meant.
    expect(await titles('"zebragres" -for')).not.toContain(begun.title);
  });

  test('a query that only begins words of titles also finds texts with such words', async () => {
    const inTitle = await publish({ title: 'Okapimania', content: 'x' });
    const inText = await publish({ title: 'Other', content: 'an okapimanic text' });
    expect(await titles('okapimani')).toEqual([inTitle.title, inText.title]);
  });

  test('pages have no gaps', async () => {
    for (let i = 0; i < 7; i++) await publish({ title: `Ocelot ${i}`, content: 'x' });
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search('ocelot', { limit: 3, page })));
    expect(pages.map(({ results, total }) => [results.length, total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
      [0, 7],
    ]);
    expect(new Set(pages.flatMap(({ results }) => results.map(({ id }) => id))).size).toBe(7);
  });
});

describe('filters', () => {
  test('category, type and difficulty combine', async () => {
    const [one, other] = [await createCategory(editor), await createCategory(editor)];
    await publish({ title: 'Easy one', content: 'tapirs', category_id: one.id });
    await publish({ title: 'Hard one', content: 'tapirs', category_id: one.id, difficulty: 'ADVANCED' });
    await publish({ title: 'Easy other', content: 'tapirs', category_id: other.id });
    expect((await titles('tapirs', { category_id: one.id })).sort()).toEqual(['Easy one', 'Hard one']);
    expect(await titles('tapirs', { category_id: one.id, difficulty: 'ADVANCED' })).toEqual(['Hard one']);
    expect(await titles('tapirs', { content_type: 'video' })).toEqual([]);
    expect((await titles('tapirs', { content_type: 'document' })).length).toBe(3);
    expect((await titles('tapirs', { content_type: 'all', category_id: '' })).length).toBe(3);
    expect(await titles('tapirs', { content_type: 'thread' })).toEqual([]);
  });

  test('a category without a query lists its items; a request with neither is invalid', async () => {
    const { id } = await createCategory(editor);
    for (const title of ['A', 'B', 'C']) await publish({ title, content: 'x', category_id: id });
    await createDocument(editor, { title: 'Draft', category_id: id });
    expect((await search('', { category_id: id, limit: 1000, page: 1 })).results).toHaveLength(3);
    expect(await search('', { category_id: id, limit: 2 })).toMatchObject({
      total: 3,
      total_capped: false,
      results: [{ title: 'C' }, { title: 'B' }],
    });
    expect(await titles('  ', { category_id: id, difficulty: 'ADVANCED' })).toEqual([]);
    expect(await hub.request('POST', '/search', { body: { query: '   ' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'query' }] },
    });
  });

  test('content moves with its category’s deletion', async () => {
    const [from, to] = [await createCategory(editor), await createCategory(editor)];
    await publish({ title: 'Mover', content: 'axolotls', category_id: from.id });
    await editor.request('DELETE', `/categories/${from.id}?move_to=${to.id}`);
    expect(await titles('axolotls', { category_id: to.id })).toEqual(['Mover']);
  });
});

describe('the index is updated by each command', () => {
  test('edits, status, deletion', async () => {
    const { id } = await createDocument(editor, { title: 'Changing', content: 'narwhals' });
    expect(await titles('narwhals')).toEqual([]);
    await setDocumentStatus(editor, id, 'PUBLISHED');
    expect(await titles('narwhals')).toEqual(['Changing']);
    await editor.request('PUT', `/admin/documents/${id}`, { body: { content: 'manatees' } });
    expect([await titles('narwhals'), await titles('manatees')]).toEqual([[], ['Changing']]);
    await editor.request('POST', `/documents/${id}/revisions/1/restore`);
    expect([await titles('narwhals'), await titles('manatees')]).toEqual([['Changing'], []]);
    await editor.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
    expect([
      await titles('narwhals'),
      await titles('narwhals', {}, viewer.request),
      await titles('narwhals', {}, editor.request),
    ]).toEqual([[], [], ['Changing']]);
    await editor.request('DELETE', `/admin/documents/${id}`);
    expect(await titles('narwhals', {}, editor.request)).toEqual([]);
    expect(await hub.database.query('select 1 from search_entries where id = $1', [id])).toEqual([]);
  });
});

describe('snippets', () => {
  test('are plain text', async () => {
    const { id } = await publish({
      title: 'Script',
      content:
        'Write `<script>alert(1)</script>` and <b>jerboa</b> &amp; \u{E000}jerboa\u{E001} <img src=x onerror=alert(1)>',
    });
    const { snippet } = (await search('jerboa')).results.find((result) => result.id === id)!;
    expect(snippet.map(({ text }) => text).join('')).toContain('<script>alert(1)</script> and jerboa & jerboa');
    expect(snippet.filter(({ match }) => match)).toEqual([
      { text: 'jerboa', match: true },
      { text: 'jerboa', match: true },
    ]);
  });

  test('come from deep in a long text', async () => {
    await publish({
      title: 'Long',
      content: `# Far\n\n${'lorem ipsum dolor '.repeat(2000)} capybara ${'sit amet '.repeat(2000)}`,
    });
    const [found] = (await search('capybara')).results;
    expect(found).toMatchObject({ heading: { url: '/docs/long#far' } });
    expect(marked(found!)).toEqual(['capybara']);
  });
});

test.each([
  [
    'words of three letters',
    () => Array.from({ length: 120_000 }, (_, i) => i.toString(36).padStart(3, 'q')).join(' '),
  ],
  [
    'hyphens and addresses',
    () =>
      Array.from({ length: 15_000 }, (_, i) => `a${i.toString(36)}-b${i.toString(36)} h${i}.org/p${i}?x=${i}`).join(
        ' ',
      ),
  ],
  ['one endless word', () => 'x'.repeat(400_000)],
  ['four bytes each', () => '𝕏𝕐 '.repeat(100_000)],
  ['deep nesting', () => `${'> '.repeat(20_000)}x ${'- '.repeat(20_000)}`],
])('saves the longest text: %s', async (_what, content) => {
  const { id } = await publish({ title: 'Enormous', content: content().slice(0, 499_000) });
  expect((await editor.request('DELETE', `/admin/documents/${id}`)).status).toBe(200);
});
