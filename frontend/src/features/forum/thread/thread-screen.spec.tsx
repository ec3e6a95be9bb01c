import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import type { ThreadAbilities } from '../../../api/generated/model/threadAbilities';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { createPlaceholder, createPost, createPostPage, createThread } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { ThreadScreen } from './thread-screen';

const THREAD = 'GET /forum/threads/thread';
const POSTS = 'GET /forum/threads/thread/posts';
const REPLY = 'POST /forum/threads/thread/posts';

const abilities: ThreadAbilities = {
  reply: true,
  edit: false,
  delete: false,
  solve: false,

  moderate: false,
};
const memberThread = (changes: Partial<ThreadResponse> = {}) =>
  createThread({ abilities, is_watched: false, first_unread: null, last_read: 3, ...changes });
const own = (number: number, changes: Partial<PostResponse> = {}) =>
  createPost(number, { abilities: { edit: false, delete: false, react: true, make_document: false }, ...changes });

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
/** Chooses an entry of the menu of a post. */
async function choose(number: number, entry: string) {
  await user.click(await screen.findByRole('button', { name: `More actions for post ${number}` }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}
const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your reply' });

describe('reading', () => {
  test('a post shows its author, number, dates and signature', async () => {
    const thread = createThread({ post_count: 2001 });
    await open(thread, [createPost(1, { author_post_count: 1234 }), createPost(2)], { isGuest: true });
    const first = post(1);
    expect(first.getByRole('link', { name: 'Ada Author' })).toHaveAttribute('href', '/users/ada/profile');
    for (const text of ['Jena', '1.2K posts', 'Joined 04.03.2025', 'Original Post', 'Text 1', 'Best regards'])
      expect(first.getByText(text)).toBeInTheDocument();
    expect(first.getByRole('link', { name: 'Link to post 1' })).toHaveAttribute(
      'href',
      '/community/thread/thread#post-1',
    );
    expect(post(2).queryByText('Original Post')).not.toBeInTheDocument();
    expect(screen.getByText('2.0K replies')).toBeInTheDocument();
  });

  test('a signature is shown once per author and page', async () => {
    const bert = { author_id: 'bert', author_name: 'Bert', author_signature: 'Cheers' };
    const posts = [createPost(1), createPost(2, bert), createPost(3), createPost(4, bert), createPlaceholder(5)];
    await open(createThread(), posts, { isGuest: true });
    expect(post(1).getByText('Best regards')).toBeInTheDocument();
    expect(post(2).getByText('Cheers')).toBeInTheDocument();
    expect(screen.getAllByText(/^(Best regards|Cheers)$/)).toHaveLength(2);
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
      createPlaceholder(2, { is_deleted: true }),
      createPlaceholder(3, { is_hidden: true }),
    ];
    await open(createThread(), posts, { isGuest: true });
    expect(screen.getByText('This post was deleted.').closest('li')).toHaveTextContent('#2');
    expect(screen.getByText('This post is hidden.').closest('li')).toHaveTextContent('#3');
  });

  test('the solution is shown beneath the question', async () => {
    const thread = createThread({ is_solved: true, solution_post_id: 'post-id-3', solution_number: 3 });
    const posts = [createPost(1), createPost(2), createPost(3, { is_solution: true })];
    await open(thread, posts, { isGuest: true });
    const solution = within(screen.getByRole('region', { name: 'Solution' }));
    expect(solution.getByText('Text 3')).toBeInTheDocument();
    expect(solution.getByRole('link', { name: 'Go to the solution' })).toHaveAttribute(
      'href',
      '/community/thread/thread#post-3',
    );
  });

  test('a solution that follows the question is shown once, with its mark', async () => {
    const thread = createThread({ is_solved: true, solution_post_id: 'post-id-2', solution_number: 2 });
    const posts = [createPost(1), createPost(2, { is_solution: true }), createPost(3)];
    await open(thread, posts, { isGuest: true });
    expect(screen.getAllByText('Text 2')).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Solution' })).not.toBeInTheDocument();
    expect(post(2).getByText('Solution')).toBeInTheDocument();
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
    expect(screen.queryByText(/Unlock/)).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('moderators get it too, with what to do', async () => {
    await open(memberThread({ is_locked: true, abilities: { ...abilities, reply: false, moderate: true } }), [own(1)]);
    expect(screen.getByText(/^This thread is locked. New replies are not possible./)).toHaveTextContent(
      'To reply, open “Moderate” and choose “Unlock”.',
    );
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
      const dialog = await screen.findByRole('alertdialog', { name: 'Error posting reply. Please try again.' });
      await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    }
    expect(await field()).toHaveValue('Important');
    expect(new Set(api.sent(REPLY).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    cleanup();
    await open(memberThread(), [own(1)]);
    expect(await field()).toHaveValue('Important');
  });

  test('quotes with the author and keeps what was typed', async () => {
    await open(memberThread(), [own(1, { content: 'One\n\nTwo' })]);
    await user.type(await field(), 'Before');
    await user.click(await screen.findByRole('button', { name: 'Quote post 1' }));
    expect(await field()).toHaveValue(
      'Before\n\n> [**Ada Author** (#1)](/community/thread/thread#post-1):\n>\n> One\n>\n> Two\n\n',
    );
  });

  test('replies to a post, until the chip is removed', async () => {
    const { api } = await open(memberThread(), [own(1)]);
    api.on(REPLY, problem(500));
    await user.click(await screen.findByRole('button', { name: 'Reply to post 1' }));
    expect(screen.getByText(/^Replying to/)).toHaveTextContent('Replying to Ada Author, #1');
    await user.type(await field(), 'Yes');
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    await screen.findByRole('alertdialog', { name: 'Error posting reply. Please try again.' });
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await user.click(screen.getByRole('button', { name: 'Don’t reply to this post' }));
    await user.click(screen.getByRole('button', { name: 'Post Reply' }));
    await waitFor(() => {
      expect(api.sent(REPLY)).toHaveLength(2);
    });
    expect(api.sent(REPLY).map(({ body }) => body)).toMatchObject([
      { reply_to_id: 'post-id-1' },
      { reply_to_id: null },
    ]);
  });

  test('keys reply to the post with the focus, edit it, and do nothing while writing', async () => {
    const editable = own(2, { abilities: { edit: true, delete: false, react: true, make_document: false } });
    await open(memberThread(), [own(1), editable]);
    await field();
    await user.keyboard('r');
    const reply = await field();
    await waitFor(() => {
      expect(reply).toHaveFocus();
    });
    expect(screen.queryByText(/^Replying to/)).not.toBeInTheDocument();
    await user.keyboard('re');
    expect(reply).toHaveValue('re');
    act(() => {
      document.getElementById('post-1')?.focus();
    });
    await user.keyboard('e');
    expect(screen.queryByRole('textbox', { name: /^Edit post/ })).not.toBeInTheDocument();
    await user.keyboard('r');
    expect(screen.getByText(/^Replying to/)).toHaveTextContent('Replying to Ada Author, #1');
    await waitFor(() => {
      expect(reply).toHaveFocus();
    });
    act(() => {
      document.getElementById('post-2')?.focus();
    });
    await user.keyboard('e');
    expect(screen.getByRole('textbox', { name: 'Edit post 2' })).toHaveFocus();
  });

  test('edits in place', async () => {
    const editable = own(1, { abilities: { edit: true, delete: false, react: true, make_document: false } });
    const { api } = await open(memberThread(), [editable]);
    await choose(1, 'Edit');
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
    const deletable = own(2, { abilities: { edit: false, delete: true, react: true, make_document: false } });
    const { api } = await open(memberThread(), [own(1), deletable]);
    await choose(2, 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete post' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete post #2 by Ada Author?');
    api.on('DELETE /forum/posts/post-id-2', ok({ message: '' }));
    api.on(POSTS, ok(createPostPage([own(1), createPlaceholder(2, { is_deleted: true })])));
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This post was deleted.')).toBeInTheDocument();
  });

  test('the author of the thread has a button for the solution, of replies only', async () => {
    account = createUser({ id: 'ada', permissions: ['forum.post'] });
    const { api } = await open(memberThread({ abilities: { ...abilities, solve: true } }), [own(1), own(2)]);
    const button = await screen.findByRole('button', { name: 'Mark as solution: post 2' });
    expect(screen.queryByRole('button', { name: 'Mark as solution: post 1' })).not.toBeInTheDocument();
    api.on('PUT /forum/threads/thread/solution', ok(createThread()));
    await user.click(button);
    expect(await screen.findByText('Marked as the solution')).toBeInTheDocument();
    expect(api.sent('PUT /forum/threads/thread/solution').map(({ body }) => body)).toEqual([{ post_id: 'post-id-2' }]);
  });
});

describe('the menu of a post', () => {
  const all = { edit: true, delete: true, react: true, make_document: true };
  const edited = { edited_at: '2026-01-03T00:00:00Z', abilities: all };

  test('has what the user may do, apart from replying and quoting', async () => {
    const moderator = memberThread({ abilities: { ...abilities, solve: true, moderate: true } });
    await open(moderator, [own(1, { abilities: all }), own(2, edited)]);
    const menu = await screen.findByRole('button', { name: 'More actions for post 2' });
    await user.click(menu);
    expect(entries()).toEqual([
      'Edit',
      'History',
      'Copy link',
      'Mark as solution',
      'Turn into a document',
      'Move posts to a new thread…',
      'Report',
      'Delete',
    ]);
    await user.keyboard('{Escape}');
    expect(menu).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'More actions for post 1' }));
    expect(entries()).toEqual(['Edit', 'Copy link', 'Turn into a document', 'Report', 'Delete']);
    const buttons = post(2)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
    expect(buttons.slice(-3)).toEqual(['Reply to post 2', 'Quote post 2', 'More actions for post 2']);
  });

  test('of those who may only read has no more than the link and the report', async () => {
    await open(memberThread({ abilities: { ...abilities, reply: false } }), [own(1)]);
    expect(screen.getByText('You can read in this category but not write.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'More actions for post 1' }));
    expect(entries()).toEqual(['Copy link', 'Report']);
  });

  test('copies the address of the post', async () => {
    Object.assign(window, { isSecureContext: true });
    await open(memberThread({ last_number: 11 }), [own(11)]);
    await choose(11, 'Copy link');
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(
      `${window.location.origin}/community/thread/thread?page=2#post-11`,
    );
  });

  test('opens the former texts and the report', async () => {
    const { api } = await open(memberThread(), [own(1, { edited_at: edited.edited_at })]);
    api.on('GET /forum/posts/post-id-1/edits', ok([]));
    await choose(1, 'History');
    expect(await screen.findByText('There are no earlier versions to show.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await choose(1, 'Report');
    expect(await screen.findByRole('dialog', { name: 'Report post 1' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'More actions for post 1' })).toHaveFocus();
  });

  test('starts to split with the post', async () => {
    await open(memberThread({ abilities: { ...abilities, moderate: true } }), [own(1), own(2)]);
    await choose(2, 'Move posts to a new thread…');
    expect(await screen.findByRole('checkbox', { name: 'Select post 2' })).toBeChecked();
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
