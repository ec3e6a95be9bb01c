import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadAbilities } from '../../../api/generated/model/threadAbilities';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { createPost, createPostPage, createThread } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { ThreadScreen } from './thread-screen';

const THREAD = 'GET /forum/threads/thread';
const POSTS = 'GET /forum/threads/thread/posts';
const REPLY = 'POST /forum/threads/thread/posts';

const abilities: ThreadAbilities = { reply: true, edit: false, delete: false, solve: false, moderate: false };
const memberThread = (changes: Partial<ThreadResponse> = {}) =>
  createThread({ abilities, is_watched: false, first_unread: null, last_read: 3, ...changes });
const own = (number: number, changes: Partial<PostResponse> = {}) =>
  createPost(number, { abilities: { edit: false, delete: false, make_document: false }, ...changes });

let user: UserEvent;
let account: ReturnType<typeof createUser>;
beforeEach(() => {
  user = userEvent.setup();
  account = createUser({ permissions: ['forum.post'] });
});

async function open(
  thread: ThreadResponse,
  posts: PostResponse[],
  { isGuest = false, pages = 1 }: { isGuest?: boolean; pages?: number } = {},
) {
  const api = stubApi({ [THREAD]: ok(thread), [POSTS]: ok(createPostPage(posts, { pages })) });
  const view = await renderScreen(<ThreadScreen id="thread" page={1} />, {
    user: isGuest ? undefined : account,
    path: '/community/thread/thread',
  });
  await screen.findByRole('heading', { level: 1 });
  return { api, ...view };
}

const post = (number: number) => within(screen.getByRole('listitem', { name: new RegExp(`^Post ${number} by`) }));
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });

describe('reading', () => {
  test('a post shows its author, number, dates and signature', async () => {
    await open(createThread(), [createPost(1), createPost(2)], { isGuest: true });
    const first = post(1);
    expect(first.getByRole('link', { name: 'Ada Author' })).toHaveAttribute('href', '/users/ada/profile');
    for (const text of ['Jena', '12 posts', 'Joined 04.03.2025', 'Original Post', 'Text 1', 'Best regards'])
      expect(first.getByText(text)).toBeInTheDocument();
    expect(first.getByRole('link', { name: 'Link to post 1' })).toHaveAttribute(
      'href',
      '/community/thread/thread#post-1',
    );
    expect(post(2).queryByText('Original Post')).not.toBeInTheDocument();
    expect(screen.getByText('2 replies')).toBeInTheDocument();
  });

  test('the badge of a role follows the setting', async () => {
    const posts = [createPost(1, { show_role_badge: true }), createPost(2)];
    const api = stubApi({
      [THREAD]: ok(createThread()),
      [POSTS]: ok(createPostPage(posts)),
      'GET /public/role-styling': ok({ role_styles: [] }),
    });
    await renderScreen(<ThreadScreen id="thread" page={1} />);
    expect(await screen.findAllByText('Editor')).toHaveLength(1);
    expect(post(1).getByText('Editor')).toBeInTheDocument();
    expect(api.sent(POSTS)).toHaveLength(1);
  });

  test('deleted and hidden posts keep their numbers', async () => {
    const posts = [
      createPost(1),
      createPost(2, { is_deleted: true, content: '' }),
      createPost(3, { is_hidden: true, content: '' }),
    ];
    await open(createThread(), posts, { isGuest: true });
    expect(screen.getByText('This post was deleted.').closest('li')).toHaveTextContent('#2');
    expect(screen.getByText('This post is hidden.').closest('li')).toHaveTextContent('#3');
  });

  test('the solution is shown beneath the question', async () => {
    const thread = createThread({ is_solved: true, solution_post_id: 'post-id-2', solution_number: 2 });
    await open(thread, [createPost(1), createPost(2, { is_solution: true })], { isGuest: true });
    const solution = within(screen.getByRole('region', { name: 'Solution' }));
    expect(solution.getByText('Text 2')).toBeInTheDocument();
    expect(solution.getByRole('link', { name: 'Go to the solution' })).toHaveAttribute(
      'href',
      '/community/thread/thread#post-2',
    );
  });

  test('new posts are announced, and shown on demand', async () => {
    jest.useFakeTimers();
    user = userEvent.setup({ advanceTimers: (time) => jest.advanceTimersByTime(time) });
    const { api } = await open(createThread({ last_number: 1 }), [createPost(1)], { isGuest: true });
    api.on(THREAD, ok(createThread({ last_number: 2 })));
    api.on(POSTS, ok(createPostPage([createPost(1), createPost(2)])));
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(screen.queryByText('Text 2')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '1 new post' }));
    expect(await screen.findByText('Text 2')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /new post/ })).not.toBeInTheDocument();
  });

  test('a thread that is deleted while it is open is not found', async () => {
    jest.useFakeTimers();
    const { api } = await open(createThread(), [createPost(1)], { isGuest: true });
    api.on(THREAD, problem(404));
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(screen.getByRole('heading', { level: 1, name: 'Thread not found' })).toHaveFocus();
  });

  test('guests are asked to sign in, also to a locked thread only that it is locked', async () => {
    await open(createThread(), [createPost(1)], { isGuest: true });
    expect(screen.getByText('Sign in or create an account to reply.')).toBeInTheDocument();
    cleanup();
    await open(createThread({ is_locked: true }), [createPost(1)], { isGuest: true });
    expect(screen.getByText('This thread is locked. New replies are not possible.')).toBeInTheDocument();
    expect(screen.queryByText('Sign in or create an account to reply.')).not.toBeInTheDocument();
  });

  test('members get the notice in a locked thread', async () => {
    await open(memberThread({ is_locked: true, abilities: { ...abilities, reply: false } }), [own(1)]);
    expect(screen.getByText('This thread is locked. New replies are not possible.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('writing', () => {
  test('sends the reply once and shows it', async () => {
    const { api } = await open(memberThread({ last_number: 1 }), [own(1)]);
    await user.type(await field(), '  Thank **you** ');
    api.on(REPLY, ok(own(2, { content: 'Thank **you**' }), 201));
    api.on(POSTS, ok(createPostPage([own(1), own(2, { content: 'Thank **you**' })])));
    api.on(THREAD, ok(memberThread({ last_number: 2 })));
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    expect(await screen.findByText('you')).toBeInTheDocument();
    expect(api.sent(REPLY).map(({ body }) => body)).toEqual([{ content: 'Thank **you**', reply_to_id: null }]);
    expect(await field()).toHaveValue('');
  });

  test('ignores a blank reply', async () => {
    await open(memberThread(), [own(1)]);
    await user.type(await field(), '   ');
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(await field()).not.toHaveAttribute('aria-invalid');
  });

  test('a failure is said and the text kept, also over a reload', async () => {
    const { api } = await open(memberThread(), [own(1)]);
    api.on(REPLY, problem(500));
    await user.type(await field(), 'Important');
    for (let attempt = 1; attempt <= 2; attempt++) {
      await user.click(screen.getByRole('button', { name: 'Post Reply' }));
      await waitFor(() => {
        expect(api.sent(REPLY)).toHaveLength(attempt);
      });
      expect(await screen.findByText('Error posting reply. Please try again.')).toBeInTheDocument();
    }
    expect(new Set(api.sent(REPLY).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    cleanup();
    await open(memberThread(), [own(1)]);
    expect(await field()).toHaveValue('Important');
  });

  test('quotes with the author and keeps what was typed', async () => {
    await open(memberThread(), [own(1, { content: 'One\n\nTwo' })]);
    await user.type(await field(), 'Before');
    await user.click(await screen.findByRole('button', { name: 'Quote post 1' }));
    expect(await field()).toHaveValue('Before\n\n> **Ada Author** (#1):\n>\n> One\n>\n> Two\n\n');
  });

  test('replies to a post, until the chip is removed', async () => {
    const { api } = await open(memberThread(), [own(1)]);
    api.on(REPLY, problem(500));
    await user.click(await screen.findByRole('button', { name: 'Reply to post 1' }));
    expect(screen.getByText(/^Replying to/)).toHaveTextContent('Replying to Ada Author, #1');
    await user.type(await field(), 'Yes');
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    await screen.findByText('Error posting reply. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Do not reply to this post' }));
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    await waitFor(() => {
      expect(api.sent(REPLY)).toHaveLength(2);
    });
    expect(api.sent(REPLY).map(({ body }) => body)).toMatchObject([
      { reply_to_id: 'post-id-1' },
      { reply_to_id: null },
    ]);
  });

  test('edits in place', async () => {
    const editable = own(1, { abilities: { edit: true, delete: false, make_document: false } });
    const { api } = await open(memberThread(), [editable]);
    await user.click(await screen.findByRole('button', { name: 'Edit post 1' }));
    const edited = screen.getByRole('textbox', { name: 'Edit post 1' });
    expect(edited).toHaveFocus();
    await user.type(edited, ' more');
    api.on('PUT /forum/posts/post-id-1', ok(editable));
    api.on(POSTS, ok(createPostPage([{ ...editable, content: 'Text 1 more', edited_at: '2026-01-03T00:00:00Z' }])));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Text 1 more')).toBeInTheDocument();
    expect(api.sent('PUT /forum/posts/post-id-1').map(({ body }) => body)).toEqual([{ content: 'Text 1 more' }]);
    expect(await screen.findByRole('button', { name: 'edited' })).toBeInTheDocument();
  });

  test('deletes after a question', async () => {
    const deletable = own(2, { abilities: { edit: false, delete: true, make_document: false } });
    const { api } = await open(memberThread(), [own(1), deletable]);
    await user.click(await screen.findByRole('button', { name: 'Delete post 2' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete post' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete post #2 by Ada Author?');
    api.on('DELETE /forum/posts/post-id-2', ok({ message: '' }));
    api.on(POSTS, ok(createPostPage([own(1), { ...deletable, is_deleted: true, content: '' }])));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This post was deleted.')).toBeInTheDocument();
  });

  test('those who may mark the solution can do so for replies only', async () => {
    const { api } = await open(memberThread({ abilities: { ...abilities, solve: true } }), [own(1), own(2)]);
    const button = await screen.findByRole('button', { name: 'Mark as solution: post 2' });
    expect(screen.queryByRole('button', { name: 'Mark as solution: post 1' })).not.toBeInTheDocument();
    api.on('PUT /forum/threads/thread/solution', ok(createThread()));
    await user.click(button);
    expect(await screen.findByText('Marked as the solution')).toBeInTheDocument();
    expect(api.sent('PUT /forum/threads/thread/solution').map(({ body }) => body)).toEqual([{ post_id: 'post-id-2' }]);
  });
});

describe('moderating', () => {
  const moderated = memberThread({
    abilities: { reply: true, edit: true, delete: true, solve: true, moderate: true },
  });

  test('locks the thread', async () => {
    const { api } = await open(moderated, [own(1)]);
    api.on('PUT /forum/threads/thread', ok(moderated));
    await user.click(await screen.findByRole('button', { name: 'Moderate' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Lock' }));
    expect(await screen.findByText('Thread saved')).toBeInTheDocument();
    expect(api.sent('PUT /forum/threads/thread').map(({ body }) => body)).toEqual([{ is_locked: true }]);
  });

  test('deletes the thread after a question', async () => {
    const { api, getPath } = await open(moderated, [own(1)]);
    api.on('DELETE /forum/threads/thread', ok({ message: '' }));
    await user.click(await screen.findByRole('button', { name: 'Moderate' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete thread' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent(
      'Are you sure you want to delete "How does it work?"? This action cannot be undone.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Delete thread' }));
    await waitFor(() => {
      expect(getPath()).toBe('/community/category/general');
    });
  });

  test('users without such rights have no menu, and can watch', async () => {
    const { api } = await open(memberThread(), [own(1)]);
    const watch = await screen.findByRole('button', { name: 'Watch' });
    expect(screen.queryByRole('button', { name: 'Moderate' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Thread actions' })).not.toBeInTheDocument();
    api.on('PUT /forum/threads/thread/watch', ok({ message: '' }));
    await user.click(watch);
    expect(await screen.findByRole('button', { name: 'Watching' })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the last post that was on the screen is remembered', async () => {
  jest.useFakeTimers();
  let callback: ((entries: object[]) => void) | undefined;
  class Observer {
    constructor(onChange: (entries: object[]) => void) {
      callback = onChange;
    }
    observe(): void {}
    disconnect(): void {}
  }
  const before = window.IntersectionObserver;
  Object.assign(window, { IntersectionObserver: Observer });
  const { api } = await open(memberThread({ first_unread: 2, last_read: 1 }), [own(1), own(2), own(3)]);
  api.on('PUT /forum/threads/thread/read', ok({ message: '' }));
  for (const number of [2, 3, 1])
    callback?.([{ isIntersecting: true, target: document.getElementById(`post-${number}`) }]);
  await act(() => jest.advanceTimersByTimeAsync(1500));
  expect(api.sent('PUT /forum/threads/thread/read').map(({ body }) => body)).toEqual([{ number: 3 }]);
  Object.assign(window, { IntersectionObserver: before });
});
