import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ListedThreadResponse } from '../../../api/generated/model/listedThreadResponse';
import { createForumCategory, createThreadSummary } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { CommunityScreen } from './community-screen';

const STATS = 'GET /forum/stats';
const CATEGORIES = 'GET /forum/categories';
const THREADS = 'GET /forum/threads';
const stats = { threads: 3, posts: 1234, categories: 2 };
const listed: ListedThreadResponse = {
  ...createThreadSummary(),
  category: {
    id: 'general',
    name: 'General',
    icon: '',
    color: '#3B82F6',
    parent_name: null,
    parent_category_id: null,
    is_restricted: false,
    restricted_to: [],
  },
};
const threads = { threads: [listed], next_cursor: null };
const tree = [
  createForumCategory({ thread_count: 1000, post_count: 999_950 }),
  createForumCategory({
    id: 'below',
    name: 'Below',
    parent_category_id: 'general',
    thread_count: 1,
    post_count: 1,
    last_post_at: null,
  }),
];

test('shows the totals and each category with its numbers and subcategories', async () => {
  stubApi({ [THREADS]: ok(threads), [STATS]: ok(stats), [CATEGORIES]: ok(tree) });
  await renderScreen(<CommunityScreen search={{}} />);
  expect(await screen.findByText('1.2K')).toBeInTheDocument();
  const categories = within(screen.getByRole('region', { name: 'Categories' }));
  expect(categories.getByRole('link', { name: 'General' })).toHaveAttribute('href', '/community/category/general');
  expect(screen.getByText('1.0K threads')).toBeInTheDocument();
  expect(screen.getByText('1.0M posts')).toBeInTheDocument();
  expect(screen.getByText(/^Last post 02\.01\.2026/)).toBeInTheDocument();
  const below = within(screen.getByRole('list', { name: 'Subcategories of General' }));
  expect(below.getByRole('link', { name: 'Below' })).toBeInTheDocument();
  expect(below.getByText('No posts yet')).toBeInTheDocument();
  expect(screen.queryByText(/^Welcome/)).not.toBeInTheDocument();
});

test('welcomes users with the number of their posts', async () => {
  stubApi({ [THREADS]: ok(threads), [STATS]: ok({ ...stats, own_posts: 1 }), [CATEGORIES]: ok(tree) });
  const user = createUser({ name: 'Ada', post_count: 9 });
  await renderScreen(<CommunityScreen search={{}} />, { user });
  expect(await screen.findByText(/You have written 1 post\./)).toHaveTextContent('Welcome, Ada.');
});

test('is online while the last request succeeded, and asks again', async () => {
  jest.useFakeTimers();
  const api = stubApi({ [THREADS]: ok(threads), [STATS]: ok(stats), [CATEGORIES]: ok(tree) });
  await renderScreen(<CommunityScreen search={{}} />);
  expect(await screen.findByText('Online')).toBeInTheDocument();
  api.on(STATS, problem(500));
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText('Offline')).toBeInTheDocument();
  expect(screen.getByText('1.2K')).toBeInTheDocument();
  api.on(STATS, ok(stats));
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText('Online')).toBeInTheDocument();
});

test('without categories only those who may create them are led there', async () => {
  stubApi({ [THREADS]: ok(threads), [STATS]: ok({ threads: 0, posts: 0, categories: 0 }), [CATEGORIES]: ok([]) });
  const user = createUser({ permissions: ['forum.manage_categories'] });
  await renderScreen(<CommunityScreen search={{}} />, { user });
  expect(await screen.findByText('No categories yet')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Set up categories' })).toHaveAttribute('href', '/admin/forum-categories');
});

test('a failure to load is said, with a way to try again', async () => {
  stubApi({ [THREADS]: ok(threads), [STATS]: problem(500), [CATEGORIES]: problem(500) });
  await renderScreen(<CommunityScreen search={{}} />);
  expect(await screen.findByRole('heading', { name: 'The categories could not be loaded.' })).toBeInTheDocument();
  expect(screen.getByText('Offline')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Set up categories' })).not.toBeInTheDocument();
});

test('members see how many threads are unread, and mark all as read', async () => {
  const counts = [3, 100].map((unread_count, i) => ({ ...tree[i]!, unread_count }));
  const api = stubApi({ [THREADS]: ok(threads), [STATS]: ok(stats), [CATEGORIES]: ok(counts) });
  await renderScreen(<CommunityScreen search={{}} />, { user: createUser() });
  expect(await screen.findByText('3 unread threads')).toBeInTheDocument();
  expect(screen.getByText('99+ unread threads')).toBeInTheDocument();
  api.on('PUT /forum/read', ok({ message: '' }));
  api.on(CATEGORIES, ok(tree.map((category) => ({ ...category, unread_count: 0 }))));
  const button = await screen.findByRole('button', { name: 'Mark all as read' });
  await userEvent.setup().click(button);
  expect(await screen.findByText('All threads are marked as read')).toBeInTheDocument();
  expect(screen.queryByText(/unread thread/)).not.toBeInTheDocument();
  expect(button).toBeDisabled();
});

test('the place of the button is kept while it loads', async () => {
  stubApi({ [THREADS]: ok(threads), [STATS]: ok(stats), [CATEGORIES]: ok(tree) });
  const rendered = renderScreen(<CommunityScreen search={{}} />, { user: createUser() });
  expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await rendered;
});

test('a failure to mark all as read is said, and the counts stay', async () => {
  const counts = tree.map((category) => ({ ...category, unread_count: 1 }));
  stubApi({ [THREADS]: ok(threads), [STATS]: ok(stats), [CATEGORIES]: ok(counts), 'PUT /forum/read': problem(500) });
  await renderScreen(<CommunityScreen search={{}} />, { user: createUser() });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByRole('alertdialog', { name: 'The threads were not marked as read' })).toBeInTheDocument();
  expect(screen.getAllByText('1 unread thread')).toHaveLength(2);
});

test('the categories are fetched again when there are new posts', async () => {
  jest.useFakeTimers();
  const api = stubApi({ [THREADS]: ok(threads), [STATS]: ok(stats), [CATEGORIES]: ok(tree) });
  await renderScreen(<CommunityScreen search={{}} />);
  expect(await screen.findByText('1.2K')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(api.sent(CATEGORIES)).toHaveLength(1);
  api.on(STATS, ok({ ...stats, posts: 1301 }));
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.getByText('1.3K')).toBeInTheDocument();
  expect(api.sent(CATEGORIES)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
});

describe('the threads of all categories', () => {
  test('are the latest ones, each with its category; more are loaded after them', async () => {
    const api = stubApi({
      [STATS]: ok(stats),
      [CATEGORIES]: ok(tree),
      [THREADS]: ok({ threads: [listed], next_cursor: 'two' }),
    });
    await renderScreen(<CommunityScreen search={{}} />);
    const list = within(await screen.findByRole('tabpanel', { name: 'Latest' }));
    expect(await list.findByRole('link', { name: 'How does it work?' })).toBeInTheDocument();
    expect(list.getByRole('link', { name: 'General' })).toHaveAttribute('href', '/community/category/general');
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Latest', 'Unanswered']);
    api.on(THREADS, ok({ threads: [{ ...listed, id: 'next', title: 'And next?' }], next_cursor: null }));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Load more' }));
    expect(await list.findByRole('link', { name: 'And next?' })).toHaveFocus();
    expect(api.sent(THREADS)[1]?.query.get('cursor')).toBe('two');
  });

  test('pinned ones have no marker, because they are at the top of their category only', async () => {
    const pinned = { ...listed, is_pinned: true, is_locked: true };
    stubApi({ [STATS]: ok(stats), [CATEGORIES]: ok(tree), [THREADS]: ok({ threads: [pinned], next_cursor: null }) });
    await renderScreen(<CommunityScreen search={{}} />);
    expect(await screen.findByText('Locked')).toBeInTheDocument();
    expect(screen.queryByText('Pinned')).not.toBeInTheDocument();
  });

  test('users also have unread and watched ones, and are told when there are none', async () => {
    stubApi({ [STATS]: ok(stats), [CATEGORIES]: ok(tree), [THREADS]: ok({ threads: [], next_cursor: null }) });
    await renderScreen(<CommunityScreen search={{ filter: 'unread' }} />, { user: createUser() });
    expect(await screen.findByRole('heading', { name: 'You’re up to date' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab')).toHaveLength(4);
    expect(screen.getByRole('tab', { name: 'Unread' })).toHaveAttribute('aria-selected', 'true');
  });

  test('a failure is said, and the categories stay', async () => {
    stubApi({ [STATS]: ok(stats), [CATEGORIES]: ok(tree), [THREADS]: problem(500) });
    await renderScreen(<CommunityScreen search={{}} />);
    expect(await screen.findByRole('heading', { name: 'The threads could not be loaded.' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Below' })).toBeInTheDocument();
  });
});
