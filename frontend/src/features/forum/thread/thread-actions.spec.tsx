import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ThreadAbilities } from '../../../api/generated/model/threadAbilities';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { createPost, createPostPage, createThread } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { ThreadScreen } from './thread-screen';

const abilities: ThreadAbilities = {
  reply: true,
  edit: false,
  delete: false,
  solve: false,

  moderate: false,
};
const memberThread = (changes: Partial<ThreadResponse> = {}) =>
  createThread({ abilities, is_watched: false, first_unread: null, last_read: 3, ...changes });

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(thread: ThreadResponse) {
  const post = createPost(1, { abilities: { edit: false, delete: false, react: true, make_document: false } });
  const api = stubApi({
    'GET /forum/threads/thread': ok(thread),
    'GET /forum/threads/thread/posts': ok(createPostPage([post])),
  });
  const view = await renderScreen(<ThreadScreen id="thread" page={1} />, {
    user: createUser({ permissions: ['forum.post'] }),
    path: '/community/thread/thread',
  });
  await screen.findByRole('heading', { level: 1 });
  return { api, ...view };
}

const moderated = memberThread({
  abilities: { reply: true, edit: true, delete: true, solve: true, moderate: true },
});

test('locks the thread', async () => {
  const { api } = await open(moderated);
  api.on('PUT /forum/threads/thread', ok(moderated));
  await user.click(await screen.findByRole('button', { name: 'Moderate' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Lock' }));
  expect(await screen.findByText('Thread locked')).toBeInTheDocument();
  expect(api.sent('PUT /forum/threads/thread').map(({ body }) => body)).toEqual([{ is_locked: true }]);
});

test('only moderators mark a thread as solved without a solution', async () => {
  await open(memberThread({ abilities: { ...abilities, edit: true, solve: true } }));
  await user.click(await screen.findByRole('button', { name: 'Thread actions' }));
  expect(await screen.findByRole('menuitem', { name: 'Edit title and tags' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Mark as solved' })).not.toBeInTheDocument();
  cleanup();
  const { api } = await open(moderated);
  api.on('PUT /forum/threads/thread', ok(moderated));
  await user.click(await screen.findByRole('button', { name: 'Moderate' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as solved' }));
  expect(await screen.findByText('Thread marked as solved')).toBeInTheDocument();
  expect(api.sent('PUT /forum/threads/thread').map(({ body }) => body)).toEqual([{ is_solved: true }]);
});

test('reports the thread from the menu', async () => {
  await open(moderated);
  expect(screen.queryByRole('button', { name: 'Report this thread' })).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Moderate' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  expect(await screen.findByRole('dialog', { name: 'Report this thread' })).toBeInTheDocument();
});

test('deletes the thread after a question', async () => {
  const { api, getPath } = await open(moderated);
  api.on('DELETE /forum/threads/thread', ok({ message: '' }));
  await user.click(await screen.findByRole('button', { name: 'Moderate' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete thread' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(
    'Are you sure you want to delete “How does it work?”? It can be restored from the trash.',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete thread' }));
  await waitFor(() => {
    expect(getPath()).toBe('/community/category/general');
  });
});

test('users without such rights have no menu, and can watch', async () => {
  const { api } = await open(memberThread());
  const watch = await screen.findByRole('button', { name: 'Watch' });
  expect(screen.queryByRole('button', { name: 'Moderate' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Thread actions' })).not.toBeInTheDocument();
  api.on('PUT /forum/threads/thread/watch', ok({ message: '' }));
  await user.click(watch);
  expect(await screen.findByRole('button', { name: 'Watching' })).toHaveAttribute('aria-pressed', 'true');
});

test.each([
  [false, 'PUT', 'Watch', 'You are not watching this thread'],
  [true, 'DELETE', 'Watching', 'You are still watching this thread'],
])('a failure to change that (watched: %s) is said', async (is_watched, method, name, title) => {
  const { api } = await open(memberThread({ is_watched }));
  api.on(`${method} /forum/threads/thread/watch`, problem(500));
  await user.click(await screen.findByRole('button', { name }));
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(dialog).toHaveAccessibleDescription('The change could not be saved. Please try again.');
});
