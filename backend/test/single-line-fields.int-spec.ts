import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { SettingsResponse } from '../src/modules/admin/settings/settings.dto.js';
import type { DocumentResponse } from '../src/modules/content/documents/documents.dto.js';
import { createDocument } from './support/documents.js';
import { createForumCategory, createThread, listThreads, reply } from './support/forum.js';
import type { SendRequest } from './support/http.js';
import type { TestUser } from './support/users.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { importZip } from './support/transfer.js';
import { zip } from './support/zip.js';

/* Names, titles and labels are stored on one line without invisible characters, from every input. */

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** Right-to-left override, line breaks, zero-width space, a decomposed umlaut and more, around the given word. */
const dirty = (word: string) => `\u202e ${word}\r\n\u200bJu\u0308rgen\u2066\t\u00a0👩‍💻 \ufeff`;
const cleaned = (word: string) => `${word} J\u00fcrgen 👩‍💻`;
const unique = () => `w${randomUUID().slice(0, 8)}`;

interface Field {
  name: string;
  /** sends the value and returns what is stored */
  store: (value: string) => Promise<unknown>;
  required?: boolean;
}

/** The body of a successful response. */
async function ok<Body>(response: ReturnType<SendRequest>): Promise<Body> {
  const { status, body, text } = await response;
  if (status >= 300) throw Object.assign(new Error(text), { status });
  return body as Body;
}

type Fields = Record<string, unknown>;

/**
 * A field that is set when its object is created, where it can be, and by a PUT.
 * @param address creates the object with the fields. @returns where to PUT
 */
const fieldOf = (
  object: string,
  field: string,
  address: (fields: Fields) => string | Promise<string>,
  { required = false, responseField = field } = {},
): Field => ({
  name: `${object}: ${field}`,
  required,
  store: async (value) => {
    const body = { [field]: value };
    return (await ok<Fields>(admin.request('PUT', await address(body), { body })))[responseField];
  },
});
/** A field of a POST. */
const postedField = (
  name: string,
  path: () => string | Promise<string>,
  field: string,
  others: object = {},
): Field => ({
  name,
  required: true,
  store: async (value) =>
    (await ok<Fields>(admin.request('POST', await path(), { body: { ...others, [field]: value } })))[field],
});
const profilePath = () => '/profile';
const createDocumentPath = async (fields: Fields) => {
  const body = { title: 'Title', content: 'x', ...fields };
  return `/admin/documents/${(await ok<{ id: string }>(admin.request('POST', '/documents', { body }))).id}`;
};
const createCategoryPath = async (fields: Fields) => {
  const body = 'title' in fields ? fields : { name: unique(), ...fields };
  return `/categories/${(await ok<{ id: string }>(admin.request('POST', '/categories', { body }))).id}`;
};
const createRoom = async () => `/forum/categories/${(await createForumCategory(admin)).id}`;
const createThreadId = async () => (await createThread(admin, (await createForumCategory(admin)).id)).id;

const required = true;
const fields: Field[] = [
  {
    name: 'name of the hub',
    required,
    store: async (name) => {
      const body = { values: { 'site.name': name } };
      const { settings } = await ok<SettingsResponse>(admin.request('PUT', '/admin/settings', { body }));
      return settings.find(({ key }) => key === 'site.name')?.value;
    },
  },
  {
    name: 'name at registration',
    required,
    store: async (name) => {
      const body = { email: `${unique()}@example.org`, name, password: 'secret-of-tests' };
      return (await ok<{ user: { name: string } }>(hub.request('POST', '/auth/register', { body }))).user.name;
    },
  },
  fieldOf('profile', 'name', profilePath, { required }),
  fieldOf('profile', 'full_name', profilePath, { required, responseField: 'name' }),
  fieldOf('profile', 'location', profilePath),
  fieldOf('document', 'title', createDocumentPath, { required }),
  fieldOf('document', 'meta_title', createDocumentPath),
  fieldOf('category', 'name', createCategoryPath, { required }),
  fieldOf('category', 'title', createCategoryPath, { required, responseField: 'name' }),
  fieldOf('category', 'icon', createCategoryPath),
  fieldOf('forum category', 'name', createRoom, { required }),
  fieldOf('forum category', 'title', createRoom, { required, responseField: 'name' }),
  fieldOf('forum category', 'icon', createRoom),
  postedField('group', () => '/admin/groups', 'name', {}),
  fieldOf('role', 'display_name', async () => `/admin/custom-roles/${(await createRole(admin)).id}`, { required }),
  fieldOf('thread', 'title', async () => `/forum/threads/${await createThreadId()}`, { required }),
  postedField('title of a new thread', async () => `${await createRoom()}/threads`, 'title', { content: 'x' }),
  postedField('API token', () => '/auth/api-tokens', 'name', { scopes: ['read'], expires_in: '30' }),
  {
    name: 'title of a thread that is split off',
    required,
    store: async (title) => {
      const id = await createThreadId();
      const body = { title, post_ids: [(await reply(admin, id)).id] };
      return (await ok<{ title: string }>(admin.request('POST', `/forum/threads/${id}/split`, { body }))).title;
    },
  },
  {
    name: 'display name of a badge',
    store: async (display_name) => {
      const response = admin.request('PUT', '/admin/role-styling/VIEWER', { body: { display_name } });
      return (await ok<{ role_style: Fields }>(response)).role_style['display_name'];
    },
  },
];

test.each(fields)(
  '$name is stored on one line, without invisible characters',
  async ({ store, required: isRequired }) => {
    const word = unique();
    expect(await store(dirty(word))).toBe(cleaned(word));
    // Characters of scripts and emoji stay, and invalid text is refused.
    expect(await store(`${word} می‌خواهم`)).toBe(`${word} می‌خواهم`);
    await expect(store('a\0b')).rejects.toMatchObject({ status: 400 });
    if (isRequired) await expect(store('\u200b\u202e\n\u2066')).rejects.toMatchObject({ status: 400 });
  },
);

test('tags are cleaned, and compared and found without invisible characters', async () => {
  const word = unique();
  const { id } = await createDocument(admin, {
    tags: [dirty(word), cleaned(word), `${word}\u200b`, word.toUpperCase(), '\u200b', ' '],
  });
  const { tags } = (await admin.request<DocumentResponse>('GET', `/documents/${id}`)).body;
  expect(tags).toEqual([cleaned(word), word]);
  for (const tag of [dirty(word), cleaned(word)]) {
    const { body } = await admin.request<DocumentResponse[]>('GET', `/documents?tag=${encodeURIComponent(tag)}`);
    expect(body.map((row) => row.id)).toEqual([id]);
  }
  expect(
    (await admin.request<{ name: string }[]>('GET', `/tags?q=${encodeURIComponent(`\u200e${word}`)}`)).body
      .map(({ name }) => name)
      .sort(),
  ).toEqual([word, cleaned(word)].sort());
});

test('tags of threads are cleaned, in lower case, and found without invisible characters', async () => {
  const word = unique();
  const { id: categoryId } = await createForumCategory(admin);
  const thread = await createThread(admin, categoryId, {
    tags: [dirty(word), cleaned(word), `${word}\u200b`, word.toUpperCase(), '\u200b'],
  });
  expect(thread.tags).toEqual([cleaned(word).toLowerCase(), word]);
  for (const tag of [dirty(word), cleaned(word)])
    expect((await listThreads(hub.request, categoryId, `?tag=${encodeURIComponent(tag)}`)).threads).toHaveLength(1);
});

test('skills are cleaned, without duplicates', async () => {
  const { skills } = (
    await admin.request<{ skills: string[] }>('PUT', '/profile', {
      body: { skills: ['Ana\u200blysis', 'Analysis', '\u202e', 'Ju\u0308rgen\nlogy'] },
    })
  ).body;
  expect(skills).toEqual(['Analysis', 'J\u00fcrgen logy']);
});

test('a category of the same visible name is refused', async () => {
  const word = unique();
  expect((await admin.request('POST', '/categories', { body: { name: word } })).status).toBe(201);
  expect(
    await admin.request('POST', '/categories', { body: { name: `${word.slice(0, 3)}\u200b${word.slice(3)}` } }),
  ).toMatchObject({ status: 409, body: { code: 'category_exists' } });
});

test('an import follows the same rules', async () => {
  const word = unique();
  const quoted = JSON.stringify(dirty(word));
  const file = `---\ntitle: ${quoted}\nslug: ${word}\ncategory: ${quoted}\ntags: [${quoted}]\n---\n\nText`;
  const heading = `# Head\u200bing\u202e ${word}\n\nText`;
  expect((await importZip(admin, await zip({ 'one.md': file, 'two.md': heading }))).status).toBe(200);
  expect((await admin.request('GET', `/documents/${word}`)).body).toMatchObject({
    title: cleaned(word),
    tags: [cleaned(word)],
    category: { name: cleaned(word) },
  });
  expect((await admin.request('GET', `/documents/heading-${word}`)).body).toMatchObject({ title: `Heading ${word}` });
  // The category is found by a name that differs in invisible characters.
  expect(
    (
      await importZip(
        admin,
        await zip({
          'three.md': file
            .replaceAll('\u200b', '\u2060')
            .replace(`slug: ${word}`, `slug: ${word}-three`)
            .replace('Text', 'Other'),
        }),
      )
    ).status,
  ).toBe(200);
  expect((await admin.request('GET', `/documents/${word}-three`)).body).toMatchObject({
    category: { name: cleaned(word) },
  });
});

test('multi-line texts keep their lines', async () => {
  const { id } = await createDocument(admin, { summary: 'One\n\nTwo', content: '  indented\n\n\u200btext  ' });
  expect((await admin.request('GET', `/documents/${id}`)).body).toMatchObject({
    summary: 'One\n\nTwo',
    content: '  indented\n\n\u200btext  ',
  });
  expect(
    (await admin.request('PUT', '/profile', { body: { bio: 'One\nTwo', signature: '--\nAda' } })).body,
  ).toMatchObject({
    bio: 'One\nTwo',
    signature: '--\nAda',
  });
});

const linesWith = (end: string) => ['  one', '', 'two', 'three'].join(end);

test('line ends of multi-line texts are stored as editors send them, from every input', async () => {
  const stored = linesWith('\n');
  const word = unique();
  const archive = await zip({
    'one.md': `---\r\ntitle: ${word}\r\nslug: ${word}\r\n---\r\n\r\n${linesWith('\r\n')}\r\n`,
  });
  expect((await importZip(admin, archive)).status).toBe(200);
  expect((await admin.request<DocumentResponse>('GET', `/documents/${word}`)).body.content.trim()).toBe(stored.trim());
  const category = await createForumCategory(admin);
  for (const end of ['\r\n', '\r']) {
    const { id } = await createDocument(admin, { summary: `a${end}b`, content: linesWith(end) });
    const content = { summary: 'a\nb', content: stored };
    expect((await admin.request('GET', `/documents/${id}`)).body).toMatchObject(content);
    const comment = { content_type: 'document', content_id: id, content: linesWith(end) };
    expect((await admin.request('POST', '/comments', { body: comment })).body).toMatchObject({
      content: stored.trim(),
    });
    const thread = await createThread(admin, category.id, { content: linesWith(end) });
    const { body } = await admin.request<{ posts: { content: string }[] }>('GET', `/forum/threads/${thread.id}/posts`);
    expect(body.posts[0]?.content).toBe(stored.trim());
    expect((await admin.request('PUT', '/profile', { body: { bio: linesWith(end) } })).body).toMatchObject({
      bio: stored.trim(),
    });
  }
});
