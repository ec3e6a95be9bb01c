import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createForumCategory, createThreadPage, createThreadSummary } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { CategoryScreen } from './category-screen';
import { threadsSearch, type ThreadsSearch } from './search-params';

const THREADS = 'GET /forum/categories/general/threads';

async function open(list = createThreadPage(), search: ThreadsSearch = {}, permissions?: string[]) {
  const api = stubApi({ 'GET /forum/categories': ok([createForumCategory()]), [THREADS]: ok(list) });
  const user = permissions && createUser({ permissions });
  await renderScreen(<CategoryScreen id="general" search={search} />, { user });
  await screen.findByRole('heading', { level: 1, name: 'General' });
  return api;
}

const hrefOf = (name: string) => {
  const address = screen.getByRole('link', { name }).getAttribute('href') ?? '';
  return new URL(address, 'http://localhost').searchParams;
};

test('a thread shows its markers, tags, author, replies, views and last post', async () => {
  const thread = createThreadSummary({ is_pinned: true, is_locked: true, is_solved: true, tags: ['setup'] });
  await open(createThreadPage({ threads: [thread] }));
  const row = within(screen.getByRole('link', { name: thread.title }).closest('li') ?? document.body);
  for (const text of ['Pinned', 'Locked', 'Solved', 'Bert Reader', 'setup']) expect(row.getByText(text)).toBeVisible();
  expect(row.getByRole('link', { name: 'Ada Author' })).toBeInTheDocument();
  expect(row.getByText('Replies').nextElementSibling).toHaveTextContent('2');
  expect(row.getByText('Views').nextElementSibling).toHaveTextContent('5');
  expect(row.queryByText('Unread')).not.toBeInTheDocument();
  const lastPost = row.getByRole('link', { name: /^Bert Reader \d/ });
  expect(lastPost).toHaveAttribute('href', '/community/thread/thread#post-3');
});

test('unread threads link to the first unread post', async () => {
  await open(createThreadPage({ threads: [createThreadSummary({ first_unread: 12, last_number: 15 })] }));
  const link = screen.getByRole('link', { name: 'First unread post of “How does it work?”' });
  expect(link).toHaveAttribute('href', '/community/thread/thread?page=2#post-12');
});

test('the neighbours are reached by cursor, other pages by number, all with the filters', async () => {
  const list = createThreadPage({ page: 5, pages: 9, total: 180, next: 'n', previous: 'p' });
  await open(list, { page: 5, tag: 'setup', solved: true, sort: 'views' });
  const filters = { tag: 'setup', solved: 'true', sort: 'views' };
  expect(Object.fromEntries(hrefOf('Next'))).toEqual({ page: '6', after: 'n', ...filters });
  expect(Object.fromEntries(hrefOf('Previous'))).toEqual({ page: '4', before: 'p', ...filters });
  expect(Object.fromEntries(hrefOf('Page 9'))).toEqual({ page: '9', ...filters });
  expect(Object.fromEntries(hrefOf('Page 1'))).toEqual(filters);
});

test('the filters are sent, and the first page without parameters', async () => {
  const api = await open(createThreadPage(), { solved: false, tag: 'setup' });
  expect(api.sent(THREADS).map(({ query }) => query.toString())).toEqual(['tag=setup&solved=false']);
  cleanup();
  const plain = await open();
  expect(plain.sent(THREADS).map(({ query }) => query.toString())).toEqual(['']);
});

test('only users who may post see New Thread', async () => {
  await open(undefined, {}, ['forum.post']);
  expect(screen.getByRole('link', { name: 'New Thread' })).toHaveAttribute(
    'href',
    '/community/category/general/new-thread',
  );
});

test.each([[undefined], [[]]])('others do not: %j', async (permissions) => {
  await open(undefined, {}, permissions);
  expect(screen.queryByRole('link', { name: 'New Thread' })).not.toBeInTheDocument();
});

const none = createThreadPage({ threads: [], total: 0 });

test.each<[ThreadsSearch, string]>([
  [{}, 'No threads yet'],
  [{ tag: 'x' }, 'No thread matches'],
  [{ page: 7 }, 'This page is empty'],
])('says why there are no threads: %j', async (search, title) => {
  await open(none, search);
  expect(screen.getByRole('heading', { name: title })).toBeInTheDocument();
});

test('a category that no longer exists is not found', async () => {
  stubApi({ 'GET /forum/categories': ok([]), [THREADS]: ok(none) });
  await renderScreen(<CategoryScreen id="general" search={{}} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'Category not found' })).toBeInTheDocument();
});

test('invalid parameters are as if they were not there', () => {
  expect(threadsSearch({ page: 1, sort: 'activity', solved: 'maybe', after: {} })).toEqual({});
  expect(threadsSearch({ page: 3, sort: 'views', solved: false, tag: 2026, after: 'x' })).toEqual({
    page: 3,
    sort: 'views',
    solved: false,
    tag: '2026',
    after: 'x',
  });
});

test('members mark the threads of a category and its subcategories as read', async () => {
  const below = createForumCategory({ id: 'below', name: 'Below', parent_category_id: 'general', unread_count: 2 });
  const unread = createThreadPage({ threads: [createThreadSummary({ first_unread: 2 })] });
  const api = stubApi({
    'GET /forum/categories': ok([createForumCategory({ unread_count: 0 }), below]),
    [THREADS]: ok(unread),
    'PUT /forum/categories/general/read': ok({ message: '' }),
  });
  await renderScreen(<CategoryScreen id="general" search={{}} />, { user: createUser() });
  expect(await screen.findByText('2 unread threads')).toBeInTheDocument();
  const button = await screen.findByRole('button', { name: 'Mark all as read' });
  api.on('GET /forum/categories', ok([createForumCategory(), below].map((one) => ({ ...one, unread_count: 0 }))));
  api.on(THREADS, ok(createThreadPage({ threads: [createThreadSummary({ first_unread: null })] })));
  await userEvent.setup().click(button);
  await waitFor(() => {
    expect(screen.queryByText('Unread')).not.toBeInTheDocument();
  });
  expect(screen.queryByText('2 unread threads')).not.toBeInTheDocument();
  expect(api.sent('PUT /forum/categories/general/read')).toHaveLength(1);
});
