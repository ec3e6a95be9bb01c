import { describe, expect, test } from '@jest/globals';
import { parseDocumentFields } from './document-fields.js';
import { DRAFT_FIELDS } from './draft-conventions.js';
import { parseFrontMatter } from './markdown-file.js';
import { sourceTexts } from '../../../../platform/language/texts.js';

const parse = (yaml: string, path = 'a.md', title?: string) =>
  parseDocumentFields(parseFrontMatter(yaml)!, { title, content: 'Text' }, path);
const isDraft = async (yaml: string, path?: string) => (await parse(yaml, path)).request.status === 'DRAFT';

describe('drafts', () => {
  const FUTURE = '2999-01-01';
  const PAST = '2001-01-01T00:00:00Z';
  const future = [
    FUTURE,
    `${FUTURE}T10:00:00+02:00`,
    `${FUTURE} 10:00:00 +0200`,
    `${FUTURE} 10:00 Europe/Berlin`,
    '2999-01',
    '2999/1/31',
    '12/31/2999',
    "'Jul 08 2999'",
    'July 8, 2999',
    '8 July 2999',
    '"Mon, 08 Jul 2999 10:00:00 GMT"',
  ];
  const past = [PAST, '2001-01-01', "'Jul 08 2001'"];
  const noTimes = ['soon', 'never', '3000', 'sometime', 'chapter 3000', '2999-99-99', 'January', '~'];
  const flags = ['true', 'True', 'TRUE', 'yes', 'Yes', 'on', 'y', '1', '"true"', "'yes'"];
  const refusals = ['false', 'False', 'FALSE', 'no', 'No', 'off', 'n', '0', '"false"', "'no'"];
  const words = ['draft', 'Draft', 'DRAFT', 'wip', 'WIP', 'in progress', 'in-progress', 'unpublished', 'private'];
  /** per field: values that make a draft, and values that do not */
  const TABLE: Record<keyof typeof DRAFT_FIELDS, [drafts: string[], others: string[]]> = {
    draft: [flags, refusals],
    isdraft: [flags, refusals],
    unlisted: [flags, refusals],
    hidden: [flags, refusals],
    published: [
      [...refusals, ...future],
      [...flags, ...past, 'soon', '3000'],
    ],
    ispublished: [refusals, flags],
    publish: [refusals, flags],
    dgpublish: [refusals, flags],
    public: [refusals, flags],
    private: [flags, refusals],
    status: [words, ['active', 'done']],
    state: [words, ['active']],
    publishdate: [future, [...past, ...noTimes]],
    pubdate: [future, [...past, ...noTimes]],
    expirydate: [past, [...future, ...noTimes]],
    unpublishdate: [past, [...future, ...noTimes]],
    date: [future, [...past, ...noTimes, ...flags, ...refusals]],
    'build.render': [
      [...refusals, 'never', 'link'],
      [...flags, 'always'],
    ],
  };

  test('every convention has its spellings', () => expect(Object.keys(TABLE)).toEqual(Object.keys(DRAFT_FIELDS)));

  test.each(Object.entries(TABLE))('%s', async (field, [drafts, others]) => {
    for (const value of drafts) expect([value, await isDraft(`${field}: ${value}`)]).toEqual([value, true]);
    for (const value of others) expect([value, await isDraft(`${field}: ${value}`)]).toEqual([value, false]);
  });

  test.each([
    ['isDraft: true', 'a.md'],
    ['is_draft: true', 'a.md'],
    ['Published: no', 'a.md'],
    ['dg-publish: false', 'a.md'],
    ['publishDate: 2999-01-01', 'a.md'],
    ['pubDate: Jul 08 2999', 'a.md'],
    ['unpublishDate: 2001-01-01', 'a.md'],
    ['date: 2999-01-01\npublishDate: soon', 'a.md'],
    ['date: 2999-01-01\npublished: true', 'a.md'],
    ['date: 2001-01-01\npubdate: 2999-01-01', 'a.md'],
    ['build: { render: never }', 'a.md'],
    ['_build:\n  render: false', 'a.md'],
    ['status: published\ndraft: true', 'a.md'],
    ['visibility: private', 'a.md'],
    ['visibility: [public]', 'a.md'],
    ['title: x', '_drafts/a.md'],
    ['title: x', 'source/_drafts/a.md'],
  ])('%s in %s', async (yaml, path) => expect(await isDraft(yaml, path)).toBe(true));

  test('nothing else is one', async () => {
    const others = ['title: draft', 'status: published', 'visibility: public', 'drafts: true', '{}'];
    const events = ['publishDate', 'pubDate', 'published'].map((field) => `date: 2999-01-01\n${field}: 2001-01-01`);
    const inner = ['build: { list: never }', 'params: { draft: true, date: 2999-01-01 }', 'draft: [true]'];
    for (const yaml of [...others, ...events, ...inner]) expect([yaml, await isDraft(yaml)]).toEqual([yaml, false]);
    expect(await isDraft('title: x', 'my_drafts/a.md')).toBe(false);
  });
});

const LEFT_OUT = (field: string, why = '.*') => expect.stringMatching(`^The field “${field}” .* was left out: ${why}`);

test.each<[what: string, yaml: string, expected: object, warnings: unknown[]]>([
  ['an author list', 'author:\n  - Ann\n  - Bob', {}, [LEFT_OUT('author')]],
  ['an author mapping', 'author:\n  name: Ann', {}, [LEFT_OUT('author')]],
  ['an unknown status', 'status: active', {}, [LEFT_OUT('status', 'The hub has no status “active”')]],
  ['an unknown difficulty', 'difficulty: easy', {}, [LEFT_OUT('difficulty')]],
  ['an unknown visibility', 'visibility: secret', { status: 'DRAFT' }, [LEFT_OUT('visibility')]],
  ['a long description', `description: ${'x'.repeat(501)}`, {}, [LEFT_OUT('summary', '.*500 characters')]],
  ['a thumbnail mapping', 'thumbnail:\n  src: a.png', {}, [LEFT_OUT('thumbnail')]],
  ['a title mapping', 'title: { a: 1 }', { title: 'A' }, [LEFT_OUT('title')]],
  ['a category mapping', 'category: { a: 1 }', {}, [LEFT_OUT('category')]],
  ['a placement', 'thumbnail_placement: top', {}, [LEFT_OUT('thumbnail_placement')]],
  [
    'a long title',
    `title: ${'x'.repeat(201)}`,
    { title: 'x'.repeat(200) },
    ['Its title was shortened to 200 characters.'],
  ],
  [
    'many tags',
    `tags: [${Array.from({ length: 22 }, (_, i) => `t${i}`).join()}]`,
    { tags: { length: 20 } },
    ['Tags after the 20th were left out: t20, t21.'],
  ],
  [
    'a long tag',
    `tags: [a, ${'x'.repeat(41)}]`,
    { tags: ['a'] },
    [expect.stringMatching(/^Tags of more than 40 characters were left out: x{41}\.$/)],
  ],
  ['tags that are no texts', 'tags: [a, { toString: 1, valueOf: 1 }]', { tags: ['a'] }, [LEFT_OUT('tags')]],
  [
    'tags as texts',
    'tags: [3.10, 2.0, "#note", null, true]',
    { tags: ['3.10', '2.0', 'note', 'true'] },
    [LEFT_OUT('tags')],
  ],
  ['tags in one text', 'tags: one, two words', { tags: ['one', 'two words'] }, []],
  ['what the hub does not know', 'layout: post\ntoc: { a: 1 }', {}, []],
])('%s: the document is imported, and the report says what is not', async (_what, yaml, expected, warnings) => {
  const fields = await parse(yaml);
  expect(fields.request).toMatchObject({ title: 'A', ...expected });
  expect(fields.warnings.map((warning) => warning(sourceTexts))).toEqual(warnings);
});

test.each<[yaml: string, path: string, heading: string | undefined, title: string]>([
  ['title: 1.10', 'a.md', 'Heading', '1.10'],
  ['title: 007', 'a.md', undefined, '007'],
  ['{}', 'a.md', 'Heading', 'Heading'],
  ['{}', 'guides/set-up_it.md', undefined, 'Set up it'],
  ['{}', 'printers/README.md', undefined, 'Printers'],
  ['{}', 'printers/_index.md', undefined, 'Printers'],
  ['{}', 'index.markdown', undefined, 'Index'],
  ['{}', 'Views/Cards view.mdx', undefined, 'Cards view'],
  ['{}', 'Page 0123456789abcdef0123456789abcdef.md', undefined, 'Page'],
])('%s in %s under %s has the title %s', async (yaml, path, heading, title) =>
  expect((await parse(yaml, path, heading)).request.title).toBe(title),
);

test('a text that is empty or too long is refused', async () => {
  for (const content of [' \n', 'x'.repeat(500_001)])
    await expect(parseDocumentFields({}, { title: 'A', content }, 'a.md')).rejects.toThrow(/^The content/);
});

test.each([
  ['is_template: true', true],
  ['is_template: false', undefined],
  ['is_template: maybe', undefined],
])('templates: %s', async (yaml, isTemplate) => {
  expect((await parse(yaml)).request.is_template).toBe(isTemplate);
});
