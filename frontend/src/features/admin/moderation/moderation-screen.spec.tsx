import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSearch } from '@tanstack/react-router';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, ok, problem, stubApi } from '../../../../test/stub-api';
import { ModerationScreen } from './moderation-screen';
import type { ModerationSearch } from './search-params';

const QUEUE = 'GET /admin/moderation-queue';
const ASSIGN = 'PUT /admin/moderation-queue/comment/one/assignee';
const DECIDE = 'POST /admin/moderate-item';
/** The numbers in the tabs. */
const COUNTS = {
  'GET /admin/moderation-queue/count': ok({ total_pending: 2, total_capped: false }),
  'GET /admin/reports': { ...ok([]), headers: { 'X-Total-Count': '3' } },
};

const createItem = (id: string, fields: Partial<ModerationItemResponse> = {}): ModerationItemResponse => ({
  id,
  type: 'comment',
  reason: 'report',
  title: `Title ${id}`,
  author_id: 'author',
  author_name: 'Ada Author',
  author_avatar: null,
  created_at: '2026-11-01T10:00:00Z',
  url: '/docs/a-document',
  excerpt: '',
  content: 'The comment',
  is_content_cut: false,
  version: null,
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

/** The screen with its search parameters from the address. */
function Screen() {
  const search: ModerationSearch = useSearch({ strict: false });
  return <ModerationScreen search={search} />;
}

const createModerator = () => createUser({ permissions: ['moderation.handle', 'content.publish'] });

async function open(item: ModerationItemResponse, user = createModerator()) {
  const api = stubApi({
    ...COUNTS,
    [QUEUE]: queueOf(item),
    'GET /auth/me': ok(user),
    'GET /videos/one': deferResponse().handler,
    [DECIDE]: ok({ message: 'Item approved successfully!' }),
  });
  await renderScreen(<ModerationScreen search={{ item: `${item.reason}-${item.id}` }} />, {
    user,
    path: '/admin/moderation',
  });
  await screen.findByRole('heading', { level: 2 });
  return api;
}

const getEntry = () => document.querySelector<HTMLElement>('li a')!;
const press = (key: string) => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
};

beforeEach(() => {
  document.body.focus();
});

test('the tabs show how many items and open reports there are', async () => {
  const api = await open(createItem('one'));
  expect(await screen.findByRole('tab', { name: 'Queue (2)' })).toBeInTheDocument();
  expect(await screen.findByRole('tab', { name: 'Reports (3)' })).toBeInTheDocument();
  expect(api.sent('GET /admin/reports').map(({ query }) => query.toString())).toEqual(['state=open&limit=1']);
});

test('who moderates a category by a group gets the screen with both tabs, reviewers get the queue', async () => {
  await open(createItem('one'), createUser({ permissions: [], moderates_categories: true }));
  expect(await screen.findByRole('tab', { name: 'Reports (3)' })).toBeInTheDocument();
  cleanup();
  await open(createItem('one'), createUser({ permissions: ['content.publish'] }));
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
});

test('the assignee reads “you”, in the queue and beside the item', async () => {
  const user = createModerator();
  const assignee = { id: user.id, name: user.name, assigned_at: '2026-11-01T10:00:00Z' };
  await open(createItem('one', { assignee }), user);
  expect(screen.getAllByText('You are working on this')).toHaveLength(2);
});

test('letters act only while the focus is within the queue', async () => {
  const api = await open(createItem('one'));
  press('a');
  screen.getByRole('heading', { level: 1 }).focus();
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  getEntry().focus();
  press('a');
  await waitFor(() => {
    expect(api.sent(DECIDE)).toHaveLength(1);
  });
});

test('letters do not act while a dialog is open', async () => {
  const api = await open(createItem('one'));
  getEntry().focus();
  press('r');
  expect(await screen.findByRole('dialog')).toBeInTheDocument();
  press('a');
  getEntry().focus();
  press('a');
  expect(api.sent(DECIDE)).toHaveLength(0);
});

test('letters do not decide for users who may not', async () => {
  const api = await open(createItem('one', { abilities: { decide: false } }));
  getEntry().focus();
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.sent(DECIDE)).toHaveLength(0);
});

test('letters do not decide before the content is shown', async () => {
  const api = await open(createItem('one', { type: 'video', reason: 'review', content: null }));
  getEntry().focus();
  press('a');
  press('r');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.sent(DECIDE)).toHaveLength(0);
});

test('a decision waits until the assignment before it is stored', async () => {
  const user = userEvent.setup();
  const api = await open(createItem('one'));
  const { handler, respond } = deferResponse();
  api.on(ASSIGN, handler);
  await user.click(screen.getByRole('button', { name: 'Assign to me' }));
  await user.click(await screen.findByRole('button', { name: 'Keep comment' }));
  expect(api.sent(ASSIGN)).toHaveLength(1);
  expect(api.sent(DECIDE)).toHaveLength(0);
  await act(async () => {
    respond(ok(null));
    await Promise.resolve();
  });
  await waitFor(() => expect(api.sent(DECIDE)).toHaveLength(1));
});

/** On a wide screen without an item in the address. */
async function openWide(...items: ModerationItemResponse[]) {
  const user = createUser({ permissions: ['moderation.handle', 'content.publish'] });
  const api = stubApi({ ...COUNTS, [QUEUE]: queueOf(...items), 'GET /auth/me': ok(user) });
  const { queryClient } = await renderScreen(<Screen />, { user, path: '/admin/moderation' });
  await screen.findByRole('heading', { level: 2, name: /Title one/ });
  /** Someone else has decided on the first item. */
  const removeFirst = () => {
    api.on(QUEUE, queueOf(...items.slice(1)));
    return act(() => queryClient.invalidateQueries());
  };
  return { api, removeFirst };
}

describe('on a wide screen without an item in the address', () => {
  beforeEach(() => {
    const list = window.matchMedia('all');
    jest.spyOn(window, 'matchMedia').mockReturnValue({ ...list, matches: true });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('the item on the screen is not replaced when someone else decides on it', async () => {
    const { removeFirst } = await openWide(createItem('one'), createItem('two'));
    await removeFirst();
    expect(await screen.findByRole('heading', { name: 'This item is no longer waiting' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Keep comment' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: /Title two/ })).not.toBeInTheDocument();
  });

  test('an open dialog keeps its note when someone else decides', async () => {
    const user = userEvent.setup();
    const { api, removeFirst } = await openWide(createItem('one'), createItem('two'));
    await user.click(screen.getByRole('button', { name: 'Hide comment' }));
    const dialog = await screen.findByRole('dialog', { name: /^Hide this comment by Ada Author/ });
    await user.type(within(dialog).getByRole('textbox'), 'My note');
    await removeFirst();
    api.on(DECIDE, problem(409, { code: 'already_decided' }));
    await user.click(within(dialog).getByRole('button', { name: 'Hide comment' }));
    const alert = await screen.findByRole('alertdialog', { name: 'Error moderating item' });
    expect(alert).toHaveAccessibleDescription('Someone else has already decided on this.');
    expect(api.sent(DECIDE).at(-1)?.body).toMatchObject({ item_id: 'one', note: 'My note' });
    await user.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(within(dialog).getByRole('textbox')).toHaveValue('My note');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'This item is no longer waiting' })).toBeInTheDocument();
  });

  test('the first entry gets the focus when nothing has it, and letters act', async () => {
    const { api } = await openWide(createItem('one'), createItem('two'));
    expect(getEntry()).toHaveFocus();
    api.on(DECIDE, ok({ message: 'Item approved successfully!' }));
    api.on(QUEUE, queueOf(createItem('two')));
    press('a');
    expect(await screen.findByRole('heading', { level: 2, name: /Title two/ })).toHaveFocus();
    expect(api.sent(DECIDE)[0]?.body).toMatchObject({ item_id: 'one' });
  });
});

test('a decision names the version whose text is on the screen, not a newer one of the queue', async () => {
  const user = createUser({ permissions: ['moderation.handle', 'content.publish'] });
  const item = createItem('one', { type: 'document', reason: 'review', content: null, version: 4 });
  const api = stubApi({
    ...COUNTS,
    [QUEUE]: queueOf(item),
    'GET /auth/me': ok(user),
    'GET /documents/one': ok({ id: 'one', version: 3, content: 'The former text' }),
    'GET /documents/one/revisions': ok([]),
    [DECIDE]: problem(409, { code: 'stale_version', detail: 'It has changed.' }),
  });
  await renderScreen(<ModerationScreen search={{ item: 'review-one' }} />, { user, path: '/admin/moderation' });
  await screen.findByText('The former text');
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByRole('alertdialog');
  expect(api.sent(DECIDE)[0]?.body).toMatchObject({ version: 3 });
  // The preview follows, so that the next decision is about the newer text.
  api.on('GET /documents/one', ok({ id: 'one', version: 4, content: 'The newer text' }));
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  expect(await screen.findByText('The newer text')).toBeInTheDocument();
});
