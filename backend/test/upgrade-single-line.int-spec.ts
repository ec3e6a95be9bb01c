import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase, type OldSchemaItem } from './support/old-schema-database.js';

/* Migration20261122041000_single_line, over rows with line breaks and invisible characters in their names. */

/** Right-to-left override, line breaks, a zero-width space and a decomposed umlaut. */
const dirty = (word: string) => `\u202e ${word}\r\n\u200bJu\u0308rgen\u2066  `;
const cleaned = (word: string) => `${word} J\u00fcrgen`;
/** Joiners that affect the display. */
const joined = 'می‌خواهم 👩‍💻 کتاب‌(ها) ත්‍ ક્‍ ක්‍ க்‌ ꦏ꧀‌ꦏ';
const nothing = '\u200b\u202e';
let former: OldSchemaDatabase;
const ids = {
  user: uuidv7(),
  nameless: uuidv7(),
  plain: uuidv7(),
  document: uuidv7(),
  untitled: uuidv7(),
  persian: uuidv7(),
  western: uuidv7(),
};
const document = (id: string): OldSchemaItem => ({
  id,
  authorId: ids.user,
  kind: 'document',
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  hiddenAt: null,
  publishedAt: new Date(),
});

async function addCategory(name: string, parent: string | null = null): Promise<string> {
  const id = uuidv7();
  await former.query(
    `insert into content_categories (id, name, description, icon, color, parent_category_id, order_index, created_at)
     values ($1, $2, 'One\nTwo', '', '#000000', $3, 0, now())`,
    [id, name, parent],
  );
  return id;
}

async function addRevision(itemId: string, version: number, snapshot: object): Promise<void> {
  await former.query(
    `insert into document_revisions (id, item_id, version, snapshot, author_id, note, state, created_at)
     values ($1, $2, $3, $4, $5, 'One\nTwo', 'live', now())`,
    [uuidv7(), itemId, version, { content: 'Li\u200bne\n', tags: [], meta_title: '', ...snapshot }, ids.user],
  );
}

let categories: string[];
let child: string;
beforeAll(async () => {
  former = await OldSchemaDatabase.at('Migration20261122040000_audiences');
  await former.addUser(ids.user, dirty('Ada'), 'ada');
  await former.addUser(ids.nameless, nothing, 'nameless');
  await former.addUser(ids.plain, 'Jürgen Groß', 'juergen-gross');
  await former.addUser(uuidv7(), 'Odd', 'a\u200bda');
  await former.query(`update users set location = $2, skills = $3, bio = $4 where id = $1`, [
    ids.user,
    dirty('London'),
    [dirty('A'), cleaned('a'), nothing, 'B'],
    'One\n\u200bTwo',
  ]);
  await former.query(`update roles set display_name = $1, style = $2 where name = 'VIEWER'`, [
    dirty('Viewer'),
    { display_name: dirty('Badge'), text_color: '#FFFFFF' },
  ]);
  await former.query(`update roles set display_name = $1 where name = 'REVIEWER'`, [nothing]);
  categories = [
    await addCategory('Guides'),
    await addCategory('Gui\u200bdes'),
    await addCategory('gui\u2060des '),
    await addCategory(nothing),
    await addCategory('\u2066'),
    await addCategory('x'.repeat(79) + '\u200b'),
  ];
  categories.push(await addCategory('x'.repeat(79)));
  child = await addCategory('Guides\n', categories[0]);
  await former.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     values ($1, $1, 'x', '', 0, '{}', false, $2, now())`,
    [ids.user, dirty('Phone')],
  );
  await former.addItem({
    ...document(ids.document),
    title: dirty('Title'),
    tags: [dirty('Tag'), cleaned('tag'), nothing, 'Other'],
  });
  await former.addItem({ ...document(ids.untitled), title: nothing, tags: ['Other'] });
  await former.addItem({ ...document(ids.persian), title: joined, tags: ['Other'] });
  await former.addItem({ ...document(ids.western), title: 'Überblick – 100 %', tags: ['Other'] });
  await addRevision(ids.document, 1, { title: dirty('Title'), tags: [dirty('Tag')], meta_title: dirty('Meta') });
  await addRevision(ids.western, 1, { title: 'Überblick – 100 %', tags: ['Other'] });
  for (const [id, type] of [
    [ids.user, 'user'],
    [ids.plain, 'user'],
  ]) {
    await former.query(
      `insert into search_entries (type, id, part, format, audience, author_id, at, url, title, summary, body, tsv)
       values ($2, $1, 0, 2, 'LOGGED_IN', $1, now(), '/', 'x', '', '', '')`,
      [id, type],
    );
  }
  await former.countItems();
  await former.migrate('up');
});
afterAll(() => former.close());

test('users, their locations and skills', async () => {
  const [user] = await former.query('select name, location, skills, bio, handle::text from users where id = $1', [
    ids.user,
  ]);
  expect(user).toEqual({
    name: cleaned('Ada'),
    location: cleaned('London'),
    skills: [cleaned('A'), 'B'],
    bio: 'One\n\u200bTwo',
    handle: 'ada',
  });
  expect(
    await former.query('select name from users where id = any($1) order by handle', [[ids.nameless, ids.plain]]),
  ).toEqual([{ name: 'Jürgen Groß' }, { name: 'nameless' }]);
  expect(await former.query(`select handle::text from users where name = 'Odd'`)).toEqual([{ handle: 'ada-2' }]);
  expect(await former.query('select name from passkeys')).toEqual([{ name: cleaned('Phone') }]);
});

test('roles and their badges', async () => {
  expect(await former.query(`select display_name, style from roles where name = 'VIEWER'`)).toEqual([
    { display_name: cleaned('Viewer'), style: { display_name: cleaned('Badge'), text_color: '#FFFFFF' } },
  ]);
  expect(await former.query(`select display_name from roles where name = 'REVIEWER'`)).toEqual([
    { display_name: 'REVIEWER' },
  ]);
});

test('categories, with a number for duplicate names', async () => {
  const stored = await former.query<{ id: string; name: string }>('select id, name from content_categories');
  const names = new Map(stored.map(({ id, name }) => [id, name]));
  expect(categories.map((id) => names.get(id))).toEqual([
    'Guides',
    'Guides 2',
    'guides 3',
    'Category',
    'Category 2',
    `${'x'.repeat(78)} 2`,
    'x'.repeat(79),
  ]);
  expect(names.get(child)).toBe('Guides');
  expect(await former.query('select distinct description from content_categories')).toEqual([
    { description: 'One\nTwo' },
  ]);
});

test('documents, their history and their tags', async () => {
  const stored = await former.query<{ id: string; title: string; tags: string[] }>(
    'select id, title, tags from content_items',
  );
  expect(stored.find(({ id }) => id === ids.document)).toMatchObject({
    title: cleaned('Title'),
    tags: [cleaned('Tag'), 'Other'],
  });
  expect(new Set(stored.map(({ title }) => title))).toEqual(
    new Set([cleaned('Title'), 'Untitled', joined, 'Überblick – 100 %']),
  );
  const [revision] = await former.query<{ note: string; snapshot: object }>(
    'select note, snapshot from document_revisions where item_id = $1',
    [ids.document],
  );
  // Notes keep their lines.
  expect(revision?.note).toBe('One\nTwo');
  expect(revision?.snapshot).toEqual({
    content: 'Li\u200bne\n',
    title: cleaned('Title'),
    tags: [cleaned('Tag')],
    meta_title: cleaned('Meta'),
  });
  // A tag keeps the spelling it was first used with.
  expect(await former.query('select name, n from content_tags order by n')).toEqual([
    { name: cleaned('tag'), n: 1 },
    { name: 'Other', n: 4 },
  ]);
});

test('only changed rows are indexed again at the next start', async () => {
  expect(await former.query<{ id: string }>('select id from search_entries where format = 0')).toEqual(
    expect.arrayContaining([{ id: ids.user }, { id: ids.document }, { id: ids.untitled }]),
  );
  expect(await former.query('select count(*)::int as n from search_entries where format = 0')).toEqual([{ n: 3 }]);
  expect(await former.findDifferences()).toEqual([]);
  expect(await former.query('select title from search_entries where id = $1 and part = 0', [ids.document])).toEqual([
    { title: cleaned('Title') },
  ]);
  expect(await former.query('select title from search_entries where id = $1 and part = 0', [ids.user])).toEqual([
    { title: cleaned('Ada') },
  ]);
});
