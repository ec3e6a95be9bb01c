import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { write } from '../../../../test/support/documents.js';
import { eventually } from '../../../../test/support/eventually.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { DocumentResponse, DocumentSummaryResponse } from './documents.dto.js';

let hub: TestApp;
let editor: Person;
let published: DocumentResponse;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.people.create('EDITOR');
  published = await write(editor, { status: 'PUBLISHED', visibility: 'LOGGED_IN' });
});
afterAll(() => hub.close());

const idsFor = async (person: Person) =>
  (await person.ask<DocumentSummaryResponse[]>('GET', '/documents')).body.map(({ id }) => id);
const abilitiesOf = async (person: Person) =>
  (await person.ask<DocumentResponse>('GET', `/documents/${published.id}`)).body.abilities;
const costOf = async (person: Person, path: string) => (await hub.statementsOf(() => person.ask('GET', path))).length;
/** Views are stored every second, which throws away what is kept: sooner or later nothing comes between the two. */
const eventuallyCosts = (cost: number, other: Person, person: Person, path: string) =>
  eventually(
    async () => {
      await other.ask('GET', path);
      return costOf(person, path);
    },
    (found) => found === cost,
    3000,
  );

test('members get what was read for another member: the session is asked for, and whether they have something of their own', async () => {
  const [one, two] = [await hub.people.create(), await hub.people.create()];
  expect(await costOf(one, '/documents?limit=3')).toBe(3);
  await eventuallyCosts(2, one, two, '/documents?limit=3');
  await eventuallyCosts(1, one, two, `/documents/${published.id}`);
});

test("a draft is in the list of its author, in that of those who see all, and in nobody else's", async () => {
  const [author, reader] = [await hub.people.create('CONTRIBUTOR'), await hub.people.create()];
  await idsFor(reader);
  const draft = await write(author);
  for (let i = 0; i < 2; i++) {
    expect(await idsFor(reader)).toEqual([published.id]);
    expect(await idsFor(author)).toEqual([draft.id, published.id]);
    expect(await idsFor(editor)).toEqual([draft.id, published.id]);
    expect((await hub.ask<unknown[]>('GET', '/documents')).body).toEqual([]);
  }
});

test('who wrote once and may only read now still has their draft, and what was said of it', async () => {
  const author = await hub.people.create('CONTRIBUTOR');
  const draft = await write(author);
  await author.ask('PUT', `/documents/${draft.id}/status`, { body: { status: 'IN_REVIEW' } });
  expect(
    (
      await editor.ask('POST', `/documents/${draft.id}/review`, {
        body: { action: 'request_changes', note: 'Say more.' },
      })
    ).status,
  ).toBe(200);
  const admin = await hub.people.create('ADMIN');
  expect((await admin.ask('PUT', `/users/${author.id}/role`, { body: { role: 'VIEWER' } })).status).toBe(200);
  expect(await idsFor(author)).toContain(draft.id);
  expect((await author.ask<DocumentResponse>('GET', `/documents/${draft.slug}`)).body).toMatchObject({
    id: draft.id,
    review_note: 'Say more.',
    abilities: { edit: false },
  });
  expect((await (await hub.people.create()).ask('GET', `/documents/${draft.slug}`)).status).toBe(404);
});

test('what each may do with the same document is their own', async () => {
  const reader = await hub.people.create();
  expect(await abilitiesOf(reader)).toMatchObject({ edit: false, publish: false });
  expect(await abilitiesOf(editor)).toMatchObject({ edit: true });
  expect(await abilitiesOf(reader)).toMatchObject({ edit: false, publish: false });
});

test('readers who ask at once for different documents, by whatever name, are answered by one statement, each as if alone', async () => {
  const [first, second, hidden] = [
    await write(editor, { status: 'PUBLISHED' }),
    await write(editor, { status: 'PUBLISHED' }),
    await write(editor),
  ];
  const renamed = (
    await editor.ask<DocumentResponse>('PUT', `/admin/documents/${second.id}`, {
      body: { version: second.version, slug: 'another-name' },
    })
  ).body;
  expect(renamed.slug).toBe('another-name');
  const asked = [
    first.id,
    first.slug,
    second.slug,
    'another-name',
    hidden.id,
    hidden.slug,
    published.slug,
    'nowhere',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ];
  const statements = await hub.statementsOf(async () => {
    const answers = await Promise.all(asked.map((key) => hub.ask<DocumentResponse>('GET', `/documents/${key}`)));
    expect(answers.map(({ status, body }) => (status === 200 ? body.id : status))).toEqual([
      first.id,
      first.id,
      second.id,
      second.id,
      404,
      404,
      404,
      404,
      404,
    ]);
  });
  expect(statements).toHaveLength(1);
});
