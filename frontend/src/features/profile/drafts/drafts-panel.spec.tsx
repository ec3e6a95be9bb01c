import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createDocument, createUser, createVideo } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { DraftsPanel } from './drafts-panel';

const LIST = 'GET /documents';
const VIDEOS = 'GET /videos';
const SUBMIT = 'POST /submissions';

const drafts = ['First', 'Second', 'Third'].map((title) => ({
  ...createDocument({ title }),
  content_type: 'document',
}));
const done = (id: string) => ({ id, changed: true, code: null, detail: null });
const button = () => screen.getByRole('button', { name: 'Submit for review' });

async function open(listed = drafts, videos: object[] = []) {
  const user = createUser();
  const api = stubApi({ [LIST]: ok(listed), [VIDEOS]: ok(videos) });
  await renderScreen(<DraftsPanel userId={user.id} />, { user });
  return { api, user: userEvent.setup(), author: user };
}

test('several drafts are submitted in one request', async () => {
  const { api, user, author } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select “First”' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select “Third”' }));
  const ids = [drafts[0]!.id, drafts[2]!.id];
  expect(api.sent(LIST)[0]?.query.get('author_id')).toBe(author.id);
  expect(api.sent(LIST)[0]?.query.get('status')).toBe('DRAFT');
  api.on(SUBMIT, ok({ message: '2 documents submitted for review.', results: ids.map(done) }));
  api.on(LIST, ok([drafts[1]]));
  await user.click(button());
  expect(await screen.findByText('2 documents submitted for review.')).toBeInTheDocument();
  expect(api.sent(SUBMIT).map(({ body }) => body)).toEqual([{ ids }]);
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'First' })).not.toBeInTheDocument();
  });
  expect(button()).toBeDisabled();
});

test('drafts that could not be submitted are named and stay selected', async () => {
  const { api, user } = await open();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  const failed = { id: drafts[1]!.id, changed: false, code: 'not_a_draft', detail: 'Only drafts can be submitted.' };
  const results = [done(drafts[0]!.id), failed, done(drafts[2]!.id)];
  api.on(SUBMIT, ok({ message: '2 of 3 documents submitted for review.', results }));
  await user.click(button());
  const dialog = await screen.findByRole('alertdialog', { name: 'Not all drafts were submitted' });
  expect(dialog).toHaveTextContent('• Second: Only drafts can be submitted.');
  expect(screen.getByRole('checkbox', { name: 'Select “Second”', hidden: true })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Select “First”', hidden: true })).not.toBeChecked();
});

test('drafts of videos are in the same list, the last saved first, and submitted with the others', async () => {
  const film = createVideo({ title: 'Film', is_draft: true, published_at: null, updated_at: '2027-01-01T00:00:00Z' });
  const { api, user } = await open(drafts.slice(0, 1), [film]);
  const links = await screen.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Film', 'First']);
  expect(api.sent(VIDEOS)[0]?.query.get('status')).toBe('DRAFT');
  const ids = [film.id, drafts[0]!.id];
  api.on(SUBMIT, ok({ message: '2 drafts submitted for review.', results: ids.map(done) }));
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
  await user.click(button());
  expect(await screen.findByText('2 drafts submitted for review.')).toBeInTheDocument();
  expect(api.sent(SUBMIT)[0]?.body).toEqual({ ids });
  api.on(`GET /content/video/${film.id}/pages-below`, ok({ count: 0 }));
  api.on(`GET /links/video/${film.id}`, { ...ok([]), headers: { 'X-Total-Count': '0' } });
  api.on(`DELETE /admin/videos/${film.id}`, ok({ message: '' }));
  api.on(VIDEOS, ok([]));
  await user.click(screen.getByRole('button', { name: 'Delete “Film”' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete this video?' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'Film' })).not.toBeInTheDocument();
  });
});

test('without drafts the panel offers to write one', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'No drafts' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'New document' })).toHaveAttribute('href', '/docs/create');
});
