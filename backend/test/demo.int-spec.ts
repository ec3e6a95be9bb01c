import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createDemo } from '../src/demo/demo.js';
import type { DocumentResponse, DocumentSummaryResponse } from '../src/modules/content/documents/documents.dto.js';
import { targetsIn } from '../src/modules/content/documents/transfer/markdown-links.js';
import { createRequester, type SendRequest } from './support/http.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let hub: TestApp;
let admin: SendRequest;
let headers: Record<string, string>;
let documents: DocumentSummaryResponse[];
beforeAll(async () => {
  hub = await createTestApp();
  const [signIn] = await createDemo(hub.app);
  const { body } = await hub.request<{ session_token: string }>('POST', '/auth/login-manual', {
    body: { email: signIn!.email, password: signIn!.password },
  });
  headers = { authorization: `Bearer ${body.session_token}` };
  admin = createRequester(hub.app, headers);
  documents = (await admin<DocumentSummaryResponse[]>('GET', '/documents')).body;
  // Images take long on a busy machine.
}, 90_000);
afterAll(() => hub.close());

test('the demo has content of each kind', () => {
  const of = (key: (document: DocumentSummaryResponse) => string) => new Set(documents.map(key));
  expect(documents.length).toBeGreaterThanOrEqual(12);
  expect(of(({ status }) => status)).toEqual(new Set(['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED']));
  expect(of(({ visibility }) => visibility)).toEqual(new Set(['PUBLIC', 'LOGGED_IN', 'INTERNAL']));
  expect(of(({ difficulty }) => difficulty).size).toBe(3);
  expect(of(({ author_name }) => author_name).size).toBeGreaterThanOrEqual(4);
  expect(of(({ category }) => category?.name ?? '')).toEqual(
    new Set(['First steps', 'Writing', 'Teamwork', 'Development', 'Operations']),
  );
  expect(documents[0]?.slug).toBe('welcome');
});

test('every document has its own thumbnail in three widths', async () => {
  for (const { thumbnail, thumbnail_srcset } of documents) {
    expect(thumbnail_srcset?.split(', ')).toHaveLength(3);
    const { rawPayload } = await hub.app.inject({ url: thumbnail!, headers });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 600 });
  }
  expect(new Set(documents.map(({ thumbnail }) => thumbnail?.split('/').at(-1))).size).toBe(documents.length);
});

test('every link between documents works, and no unused files are left', async () => {
  const addresses = new Set(documents.map(({ slug }) => `/docs/${slug}`));
  for (const { id } of documents) {
    const { content } = (await admin<DocumentResponse>('GET', `/documents/${id}`)).body;
    expect([...targetsIn(content)].filter((target) => !/^https:\/\/|^\/docs\//.test(target))).toEqual([]);
    expect([...targetsIn(content)].filter((target) => target.startsWith('/docs/') && !addresses.has(target))).toEqual(
      [],
    );
  }
});
