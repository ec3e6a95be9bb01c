import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import ReviewNotices from './review-notices';

test('authors withdraw their pending edit after confirmation', async () => {
  const user = userEvent.setup();
  const author = createUser();
  const stored = createDocument({ status: 'PUBLISHED' });
  const document = createDocument({
    ...stored,
    abilities: { ...stored.abilities!, withdraw_edit: true },
    pending_revision: {
      id: 'pending',
      author_id: author.id,
      author_name: author.name,
      note: 'Better words',
      base_version: 1,
      created_at: '2026-01-02T00:00:00Z',
    },
  });
  const withdrawal = `DELETE /documents/${document.id}/draft`;
  const api = stubApi({ [withdrawal]: ok(stored) });
  await renderScreen(<ReviewNotices document={document} />, { user: author });
  const notice = screen.getByRole('region', { name: 'Edit waiting for review' });
  expect(notice).toHaveTextContent('Your edit is waiting for review');
  expect(notice).toHaveTextContent('Better words');
  await user.click(within(notice).getByRole('button', { name: 'Withdraw' }));
  await user.keyboard('{Escape}');
  expect(api.sent(withdrawal)).toHaveLength(0);
  await user.click(within(notice).getByRole('button', { name: 'Withdraw' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Edit withdrawn')).toBeInTheDocument();
  await waitFor(() => {
    expect(api.sent(withdrawal)).toHaveLength(1);
  });
});

test('authors withdraw a document that waits', async () => {
  const author = createUser();
  const document = createDocument({ status: 'IN_REVIEW' });
  document.abilities = { ...document.abilities!, review: false, withdraw: true };
  const api = stubApi({ [`PUT /documents/${document.id}/status`]: ok({ ...document, status: 'DRAFT' }) });
  await renderScreen(<ReviewNotices document={document} />, { user: author });
  const notice = screen.getByRole('region', { name: 'In review' });
  expect(notice).toHaveTextContent('Waiting for review');
  await userEvent.setup().click(within(notice).getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('The document is a draft again')).toBeInTheDocument();
  expect(api.sent(`PUT /documents/${document.id}/status`)[0]?.body).toEqual({ status: 'DRAFT' });
});

test('in a further round reviewers see their note, and what has changed since', async () => {
  const reviewer = createUser();
  const document = createDocument({ status: 'IN_REVIEW', version: 2, content: 'The second text' });
  document.abilities = { ...document.abilities!, review: true };
  const revision = {
    id: 'revision',
    version: null,
    state: 'rejected',
    reviewer_id: reviewer.id,
    reviewer_name: reviewer.name,
    reviewed_at: '2026-01-02T00:00:00Z',
    review_note: 'Add an example.',
  };
  stubApi({
    'GET /categories': ok([]),
    [`GET /documents/${document.id}/revisions`]: ok([revision]),
    [`GET /documents/${document.id}/revisions/revision`]: ok({
      ...revision,
      snapshot: { ...document, content: 'The first text' },
    }),
  });
  await renderScreen(<ReviewNotices document={document} />, { user: reviewer });
  const notice = screen.getByRole('region', { name: 'In review' });
  expect(await within(notice).findByText('Add an example.')).toBeInTheDocument();
  await userEvent.setup().click(within(notice).getByRole('button', { name: 'Changes since your last review' }));
  // The comparison loads its code.
  const comparison = await within(notice).findByRole('group', { name: 'Content' }, { timeout: 10_000 });
  expect(comparison).toHaveTextContent('The first text');
  expect(comparison).toHaveTextContent('The second text');
}, 20_000);

test('reviewers reject single changes of an edit and approve the rest', async () => {
  const user = userEvent.setup();
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
  const edit = (...numbers: number[]) =>
    lines.map((line, index) => (numbers.includes(index + 1) ? `${line} changed` : line)).join('\n');
  const stored = createDocument({ status: 'PUBLISHED', version: 1, content: edit() });
  const document = createDocument({
    ...stored,
    abilities: { ...stored.abilities!, review: true },
    pending_revision: {
      id: 'pending',
      author_id: 'author',
      author_name: 'Ada',
      note: '',
      base_version: 1,
      created_at: '2026-01-02T00:00:00Z',
    },
  });
  const post = `POST /documents/${document.id}/review`;
  const api = stubApi({
    'GET /categories': ok([]),
    [`GET /documents/${document.id}/draft`]: ok({ ...stored, id: 'pending', content: edit(2, 11) }),
    [post]: ok({ ...stored, version: 3 }),
  });
  await renderScreen(<ReviewNotices document={document} />, { user: createUser() });
  await user.click(screen.getByRole('button', { name: 'Show the difference' }));
  const comparison = await screen.findByRole('group', { name: 'Content' }, { timeout: 10_000 });
  const press = (name: string) => user.click(within(comparison).getByRole('button', { name }));
  const approve = screen.getByRole('button', { name: 'Approve with my changes' });
  expect(approve).toBeDisabled();
  await press('Reject change');
  await press('Reject change');
  // Nothing of the edit is left to approve.
  expect(approve).toBeDisabled();
  await press('Undo');
  await press('Accept change');
  await user.click(approve);
  expect(await screen.findByText('Approved and published')).toBeInTheDocument();
  expect(api.sent(post).map(({ body }) => body)).toEqual([
    { action: 'approve', content: edit(11), version: 1, revision_id: 'pending' },
  ]);
}, 20_000);
