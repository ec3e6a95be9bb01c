import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { LinkedThreadResponse } from '../../../api/generated/model/linkedThreadResponse';
import { createUser } from '../../../../test/fixtures';
import { createForumCategory } from '../../../../test/forum-fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { useSignInRequest } from '../../../shared/session/sign-in-request';
import type { DiscussedItem } from './discuss-button';
import LinkedThreads from './linked-threads';

const THREADS = 'GET /forum/items/video/v1/threads';
const CATEGORIES = 'GET /forum/categories';
const SETUP = 'POST /forum/setup-default-categories';
const item: DiscussedItem = { kind: 'video', id: 'v1', slug: 'backups', title: 'Backups', getSecond: () => 754 };

const createLinked = (number: number, changes: Partial<LinkedThreadResponse> = {}): LinkedThreadResponse => ({
  id: `t${number}`,
  kind: 'DISCUSSION',
  title: `Thread ${number}`,
  is_solved: false,
  is_locked: false,
  post_count: number,
  last_post_at: '2026-01-02T10:00:00Z',
  last_post_author: 'Ada Author',
  second: null,
  post_number: null,
  ...changes,
});

let user: UserEvent;
let account: ReturnType<typeof createUser>;
beforeEach(() => {
  localStorage.clear();
  user = userEvent.setup();
  account = createUser({ permissions: ['forum.post'] });
});

const discuss = () => screen.getByRole('button', { name: 'Discuss this' });

function SignInReason() {
  return <output>{useSignInRequest()?.reason}</output>;
}

async function open(threads: LinkedThreadResponse[], { isGuest = false, shown = item } = {}) {
  const api = stubApi({
    [THREADS]: ok(threads),
    [THREADS.replace('video', 'document')]: ok(threads),
  });
  const view = await renderScreen(
    <>
      <LinkedThreads item={shown} />
      <SignInReason />
    </>,
    { user: isGuest ? undefined : account, path: '/videos/backups' },
  );
  return { api, ...view };
}

test('threads have their marks, replies, last post and minute', async () => {
  await open([createLinked(3, { is_solved: true, second: 754 }), createLinked(1)]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(within(first!).getByRole('link', { name: 'Thread 3' })).toHaveAttribute('href', '/community/thread/t3');
  expect(first).toHaveTextContent('Solved');
  expect(first).toHaveTextContent('2 replies');
  expect(first).toHaveTextContent('Last post by Ada Author');
  const minute = within(first!).getByRole('link', { name: 'Play “Backups” at 12:34' });
  expect(minute).toHaveAttribute('href', '/videos/backups?t=754');
  expect(second).toHaveTextContent('0 replies');
  expect(within(second!).queryByRole('link', { name: /Play/ })).not.toBeInTheDocument();
});

test('the thread that a document comes from leads to the post', async () => {
  const shown: DiscussedItem = { ...item, kind: 'document' };
  await open([createLinked(15, { kind: 'SOURCE', post_number: 12 })], { shown });
  expect(await screen.findByText('This document was created from a post in this thread')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Thread 15' })).toHaveAttribute(
    'href',
    '/community/thread/t15?page=2#post-12',
  );
});

test.each(['document', 'video'] as const)('no thread about a %s: a sentence and the button', async (kind) => {
  await open([], { shown: { ...item, kind } });
  expect(await screen.findByText(`No threads about this ${kind} yet.`)).toBeVisible();
  expect(discuss()).toBeEnabled();
});

test('a failure can be tried again', async () => {
  const api = stubApi({ [THREADS]: problem(400) });
  await renderScreen(<LinkedThreads item={item} />, { user: account });
  expect(await screen.findByText('The threads could not be loaded.')).toBeVisible();
  api.on(THREADS, ok([createLinked(1)]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Thread 1' })).toBeVisible();
});

test('guests are asked to sign in', async () => {
  const { getPath } = await open([], { isGuest: true });
  await screen.findByText(/No threads/);
  await user.click(discuss());
  expect(screen.getByRole('status')).toHaveTextContent('start-thread');
  expect(getPath()).toBe('/videos/backups');
});

test('a role without the permission has no button', async () => {
  account = createUser({ permissions: [] });
  await open([]);
  await screen.findByText(/No threads/);
  expect(screen.queryByRole('button', { name: 'Discuss this' })).not.toBeInTheDocument();
});

test('with one category the form opens at once', async () => {
  const { api, getPath } = await open([]);
  api.on(CATEGORIES, ok([createForumCategory()]));
  await screen.findByText(/No threads/);
  await user.click(discuss());
  await waitFor(() => {
    expect(getPath()).toBe('/community/category/general/new-thread');
  });
});

test('of several categories none is chosen at first, and the last choice is remembered', async () => {
  const categories = ok([createForumCategory(), createForumCategory({ id: 'help', name: 'Help' })]);
  const { api, getPath } = await open([]);
  api.on(CATEGORIES, categories);
  await screen.findByText(/No threads/);
  await user.click(discuss());
  const dialog = await screen.findByRole('dialog', { name: 'Discuss this' });
  const select = within(dialog).getByRole('combobox', { name: 'Category' });
  expect(select).toHaveValue('');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(select).toHaveAccessibleDescription('Please choose a category.');
  expect(select).toHaveFocus();
  expect(getPath()).toBe('/videos/backups');
  await user.selectOptions(select, 'Help');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => {
    expect(getPath()).toBe('/community/category/help/new-thread');
  });

  const again = await open([]);
  again.api.on(CATEGORIES, categories);
  await screen.findByText(/No threads/);
  await user.click(discuss());
  expect(await screen.findByRole('combobox', { name: 'Category' })).toHaveValue('help');
});

test('without categories members see who can create them', async () => {
  const { api } = await open([]);
  api.on(CATEGORIES, ok([]));
  await screen.findByText(/No threads/);
  await user.click(discuss());
  expect(await screen.findByText(/once an administrator has created a category/)).toBeVisible();
});

test('without categories who may create them begins with the default ones, and then chooses', async () => {
  account = createUser({ permissions: ['forum.post', 'forum.manage_categories'] });
  const { api } = await open([]);
  const defaults = [createForumCategory(), createForumCategory({ id: 'help', name: 'Help' })];
  api.on(CATEGORIES, () => ok(api.sent(SETUP).length > 0 ? defaults : []));
  api.on(SETUP, ok({ message: '2 default categories created successfully' }));
  await screen.findByText(/No threads/);
  await user.click(discuss());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(api.sent(SETUP)).toHaveLength(0);
  await user.click(discuss());
  await user.click(await screen.findByRole('button', { name: 'Create default categories' }));
  const select = await screen.findByRole('combobox', { name: 'Category' });
  expect(within(select).getByRole('option', { name: 'Help' })).toBeInTheDocument();
});
