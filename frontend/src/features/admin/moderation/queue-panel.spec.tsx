import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { QueuePanel } from './queue-panel';

const QUEUE = 'GET /admin/moderation-queue';
const DECIDE = 'POST /admin/moderate-item';

const createItem = (fields: Partial<ModerationItemResponse> = {}): ModerationItemResponse => ({
  id: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  type: 'document',
  reason: 'review',
  title: 'A document',
  author_id: 'author',
  author_name: 'Ada Author',
  author_avatar: null,
  created_at: '2026-11-01T10:00:00Z',
  url: '/docs/a-document',
  excerpt: '',
  content: null,
  is_content_cut: false,
  version: 3,
  revision_id: null,
  is_hidden: false,
  report_count: 0,
  reports: [],
  assignee: null,
  abilities: { decide: true },
  ...fields,
});
const queueOf = (...items: ModerationItemResponse[]) =>
  ok({ items, total_pending: items.length, total_capped: false, next_cursor: null });

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

const me = createUser({ permissions: ['moderation.handle', 'content.publish'] });

async function open(...items: ModerationItemResponse[]) {
  const api = stubApi({ [QUEUE]: queueOf(...items) });
  await renderScreen(<QueuePanel />, { user: me });
  return api;
}

test('approving sends what was read, and the item leaves the panel', async () => {
  const api = await open(
    createItem(),
    createItem({ id: 'comment', type: 'comment', reason: 'report', report_count: 2 }),
  );
  expect(await screen.findByText('2 reports')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open the queue (2)' })).toHaveAttribute('href', '/admin/moderation');
  expect(api.sent(QUEUE)[0]?.query.get('limit')).toBe('3');
  api.on(DECIDE, ok({ message: 'Item approved successfully!' }));
  api.on(QUEUE, queueOf(createItem({ id: 'comment', type: 'comment', reason: 'report', report_count: 2 })));
  await user.click(screen.getAllByRole('button', { name: 'Approve “A document”' })[0]!);
  expect(await screen.findByText('Item approved successfully!')).toBeInTheDocument();
  expect(api.sent(DECIDE)[0]?.body).toEqual({
    item_id: createItem().id,
    item_type: 'document',
    reason: 'review',
    action: 'approve',
    version: 3,
  });
  await waitFor(() => {
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });
});

test('rejecting asks for a note, of at most 500 characters', async () => {
  const api = await open(createItem());
  await user.click(await screen.findByRole('button', { name: 'Reject “A document”' }));
  const dialog = await screen.findByRole('dialog', { name: /^Reject/ });
  expect(dialog).toHaveAccessibleDescription('It goes back to its author, who can change it and submit it again.');
  const note = within(dialog).getByRole('textbox', { name: 'Note to the author' });
  await user.click(note);
  await user.paste('x'.repeat(501));
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(note).toBeInvalid();
  expect(api.sent(DECIDE)).toEqual([]);
  await user.clear(note);
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(note).toHaveAccessibleDescription(expect.stringContaining('Say what should change'));
  expect(note).toHaveFocus();
  expect(api.sent(DECIDE)).toEqual([]);
  await user.type(note, 'Shorter, please');
  api.on(DECIDE, ok({ message: 'Item rejected successfully!' }));
  api.on(QUEUE, queueOf());
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('Nothing is waiting')).toBeInTheDocument();
  expect(api.sent(DECIDE)[0]?.body).toMatchObject({ note: 'Shorter, please' });
});

test.each([
  [500, {}, 'Please try again.', 1],
  [409, { code: 'stale_version', detail: 'It has changed.' }, 'It has changed.', 1],
  [409, { code: 'already_decided', detail: 'x' }, 'Someone else has already decided on this.', 0],
])('a failure (%i %j) is explained', async (status, fields, text, left) => {
  const api = await open(createItem());
  api.on(DECIDE, problem(status, fields));
  await user.click(await screen.findByRole('button', { name: 'Approve “A document”' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Error moderating item' });
  expect(dialog).toHaveAccessibleDescription(text);
  api.on(QUEUE, left ? queueOf(createItem()) : queueOf());
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
  await waitFor(() => {
    expect(screen.queryAllByRole('button', { name: 'Approve “A document”' })).toHaveLength(left);
  });
});

test('moderators see that reports about their own content are for others', async () => {
  await open(createItem({ type: 'comment', reason: 'report', author_id: me.id, abilities: { decide: false } }));
  expect(await screen.findByText(/^This is your own content\. Another moderator/)).toBeInTheDocument();
});

test('those who may not decide see why', async () => {
  await open(createItem({ abilities: { decide: false } }));
  expect(await screen.findByText('Only reviewers can see and decide on this.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull();
});
