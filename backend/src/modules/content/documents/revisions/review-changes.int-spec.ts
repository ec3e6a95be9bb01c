import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../../test/support/documents.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { Settings } from '../../../../platform/settings/settings.js';
import { editsNeedReview } from '../../items/review.settings.js';
import type { DocumentResponse } from '../documents.dto.js';
import type { DocumentRevisionResponse, DocumentRevisionSummaryResponse } from './revisions.dto.js';

let hub: TestApp;
let author: TestUser;
let reviewer: TestUser;
beforeAll(async () => {
  ({ hub, author, reviewer } = await createTestAppWithUsers({ author: 'CONTRIBUTOR', reviewer: 'REVIEWER' }));
  await hub.get(Settings).set(editsNeedReview, true, null);
});
afterAll(() => hub.close());

const published = async () =>
  setDocumentStatus(reviewer, (await createDocument(author, { content: 'Live text' })).id, 'PUBLISHED');
const put = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });
const review = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('POST', `/documents/${id}/review`, { body });
const list = (user: TestUser, id: string) =>
  user.request<DocumentRevisionSummaryResponse[]>('GET', `/documents/${id}/revisions`);

test('a reviewer changes the text of an edit while approving it: each text keeps its author, who is told', async () => {
  const { id } = await published();
  await put(author, id, { title: 'Better title', content: 'Kept\n\nToo long', note: 'Clearer' });
  const refused = { status: 400, body: { errors: [{ field: 'content' }] } };
  const back = { action: 'request_changes', note: 'Shorter', content: 'Kept' };
  expect(await review(reviewer, id, back)).toMatchObject(refused);
  expect(await review(author, id, { action: 'approve', content: 'Kept' })).toMatchObject({ status: 403 });

  const approved = await review(reviewer, id, { action: 'approve', version: 1, content: 'Kept' });
  expect(approved).toMatchObject({
    status: 200,
    body: { title: 'Better title', content: 'Kept', version: 3, author_id: author.id, pending_revision: null },
  });
  const note = 'Changed in its review: version 3';
  expect((await list(author, id)).body).toMatchObject([
    { version: 3, author_id: reviewer.id, note, reviewer_id: null },
    { version: 2, author_id: author.id, note: 'Clearer', reviewer_id: reviewer.id },
    { version: 1 },
  ]);
  const proposed = await author.request<DocumentRevisionResponse>('GET', `/documents/${id}/revisions/2`);
  expect(proposed.body.snapshot.content).toBe('Kept\n\nToo long');
  const audited = await hub.database.query(`select after from audit_log where subject_id = $1 and actor_id = $2`, [
    id,
    reviewer.id,
  ]);
  expect(audited.at(-1)).toEqual({
    after: expect.objectContaining({ of: 'edit', action: 'approve', note, version: 3 }),
  });

  const waiting = await createDocument(author, { content: 'First' });
  await setDocumentStatus(author, waiting.id, 'IN_REVIEW');
  expect(await review(reviewer, waiting.id, { action: 'approve', content: 'Other' })).toMatchObject(refused);
});

test('approving with the same text makes one version', async () => {
  const { id } = await published();
  await put(author, id, { content: 'Same\n' });
  expect((await review(reviewer, id, { action: 'approve', content: 'Same\r\n' })).body).toMatchObject({ version: 2 });
});
