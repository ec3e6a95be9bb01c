import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { type DocumentStatus, documentStatuses } from '../items/enums.js';
import type { DocumentResponse } from './documents.dto.js';

let hub: TestApp;
let admin: TestUser;
const people = new Map<string, TestUser>();
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  for (const role of ['CONTRIBUTOR', 'REVIEWER', 'EDITOR', 'VIEWER']) people.set(role, await hub.users.create(role));
  people.set('author', await hub.users.create('CONTRIBUTOR'));
});
afterAll(() => hub.close());

async function documentAt(status: DocumentStatus, fields: object = {}): Promise<DocumentResponse> {
  const document = await createDocument(people.get('author')!, fields);
  return status === 'DRAFT' ? document : setDocumentStatus(admin, document.id, status);
}

const pairs = documentStatuses.flatMap((from) => documentStatuses.map((to) => [from, to] as const));
const ownMoves = ['DRAFT IN_REVIEW', 'IN_REVIEW DRAFT', 'PUBLISHED ARCHIVED'];

describe.each(['author', 'CONTRIBUTOR', 'REVIEWER', 'EDITOR', 'VIEWER'])('as %s', (who) => {
  const publishes = who === 'REVIEWER' || who === 'EDITOR';
  const expected = (from: DocumentStatus, to: DocumentStatus): number => {
    if (publishes) return 200;
    if (who === 'author') return from === to || ownMoves.includes(`${from} ${to}`) ? 200 : 403;
    return from === 'PUBLISHED' ? 403 : 404;
  };

  test.each(pairs)('%s → %s', async (from, to) => {
    const { id } = await documentAt(from);
    const response = await people
      .get(who)!
      .request<DocumentResponse>('PUT', `/documents/${id}/status`, { body: { status: to } });
    expect(response.status).toBe(expected(from, to));
    const { body } = await admin.request<DocumentResponse>('GET', `/documents/${id}`);
    expect(body.status).toBe(response.status === 200 ? to : from);
    if (response.status === 403)
      expect(response.body).toMatchObject({ required_roles: ['ADMIN', 'EDITOR', 'REVIEWER'] });
  });
});

test('a status within an edit follows the same rules', async () => {
  const { id } = await documentAt('DRAFT');
  const edit = (who: string, status: DocumentStatus) =>
    people
      .get(who)!
      .request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body: { title: 'New title', status } });
  expect((await edit('author', 'PUBLISHED')).status).toBe(403);
  expect((await admin.request('GET', `/documents/${id}`)).body).toMatchObject({
    title: expect.stringMatching(/^Document/),
    version: 1,
  });
  expect(await edit('author', 'IN_REVIEW')).toMatchObject({
    status: 200,
    body: { status: 'IN_REVIEW', title: 'New title', version: 2 },
  });
  expect((await edit('REVIEWER', 'PUBLISHED')).status).toBe(403);
  expect(await edit('EDITOR', 'PUBLISHED')).toMatchObject({ status: 200, body: { status: 'PUBLISHED' } });
});

test('the time of the first publication is kept', async () => {
  const { id, published_at } = await documentAt('IN_REVIEW');
  expect(published_at).toBeNull();
  const first = (await setDocumentStatus(admin, id, 'PUBLISHED')).published_at;
  expect(Math.abs(Date.now() - Date.parse(first!))).toBeLessThan(60_000);
  for (const status of ['ARCHIVED', 'DRAFT', 'PUBLISHED'] as const)
    expect((await setDocumentStatus(admin, id, status)).published_at).toBe(first);
});

test('a new document is a draft unless its author may publish', async () => {
  for (const status of documentStatuses) {
    expect(await createDocument(people.get('author')!, { status })).toMatchObject({
      status: 'DRAFT',
      published_at: null,
    });
    expect(await createDocument(people.get('REVIEWER')!, { status })).toMatchObject({
      status,
      published_at: status === 'PUBLISHED' ? expect.any(String) : null,
    });
  }
});

test('only holders of content.set_internal create INTERNAL documents', async () => {
  const body = { title: 'Secret', content: 'x', visibility: 'INTERNAL' };
  const refused = await people.get('author')!.request('POST', '/documents', { body });
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'internal_not_allowed', errors: [{ field: 'visibility' }] },
  });
  expect(await people.get('EDITOR')!.request('POST', '/documents', { body })).toMatchObject({
    status: 201,
    body: { visibility: 'INTERNAL' },
  });
  const { id } = await documentAt('DRAFT');
  expect(
    (await people.get('author')!.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } })).status,
  ).toBe(403);
  await admin.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
  // The author can still edit a document that an editor has made INTERNAL, and keeps that visibility.
  const kept = await people
    .get('author')!
    .request('PUT', `/admin/documents/${id}`, { body: { title: 'Still mine', visibility: 'INTERNAL' } });
  expect(kept).toMatchObject({ status: 200, body: { visibility: 'INTERNAL', title: 'Still mine' } });
});

test('the abilities of a response equal what the commands allow', async () => {
  for (const from of documentStatuses) {
    for (const who of ['author', 'REVIEWER', 'EDITOR']) {
      const { id } = await documentAt(from);
      const user = people.get(who)!;
      const { abilities } = (await user.request<DocumentResponse>('GET', `/documents/${id}`)).body;
      const status = async (to: DocumentStatus) =>
        (await user.request('PUT', `/documents/${id}/status`, { body: { status: to } })).status === 200;
      if (!abilities?.publish && from !== 'PUBLISHED') expect(await status('PUBLISHED')).toBe(false);
      expect((await user.request('PUT', `/admin/documents/${id}`, { body: {} })).status === 200).toBe(abilities?.edit);
      if (abilities?.submit) expect(await status('IN_REVIEW')).toBe(true);
      expect((await user.request('DELETE', `/admin/documents/${id}`)).status === 200).toBe(abilities?.delete);
    }
  }
});
