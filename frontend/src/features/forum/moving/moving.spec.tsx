import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { PostListResponse } from '../../../api/generated/model/postListResponse';
import type { ThreadAbilities } from '../../../api/generated/model/threadAbilities';
import { createPost, createPostPage, createThread } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { ThreadScreen } from '../thread/thread-screen';
import { endSplit } from '../posts/split-selection';

const THREAD = 'GET /forum/threads/thread';
const POSTS = 'GET /forum/threads/thread/posts';
const SPLIT = 'POST /forum/threads/thread/split';
const MERGE = 'POST /forum/threads/thread/merge';
const SEARCH = 'POST /search';
const OTHER_ID = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';

const moderator: ThreadAbilities = { reply: true, edit: true, delete: true, solve: true, moderate: true };
const own = (number: number) =>
  createPost(number, { abilities: { edit: true, delete: number > 1, react: true, make_document: false } });

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  endSplit();
});

async function open(page: Partial<PostListResponse> = {}, abilities = moderator, hash = '') {
  const api = stubApi({
    [THREAD]: ok(createThread({ title: 'Backups', abilities, is_watched: false, last_number: 4, post_count: 4 })),
    [POSTS]: ok(createPostPage([own(1), own(2), own(3), own(4)], page)),
    'GET /forum/categories': ok([]),
  });
  const view = await renderScreen(<ThreadScreen id="thread" page={1} />, {
    user: createUser({ permissions: ['forum.post', 'forum.moderate'] }),
    path: '/community/thread/thread',
    hash,
  });
  await screen.findByRole('heading', { level: 1 });
  return { api, ...view };
}

async function choose(item: string) {
  await user.click(await screen.findByRole('button', { name: 'Moderate' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

const select = async (number: number) =>
  user.click(await screen.findByRole('checkbox', { name: `Select post ${number}` }));

describe('splitting', () => {
  test('posts are selected, counted, and sent with the title; the Original Post has no checkbox', async () => {
    const { api } = await open();
    await choose('Move posts to a new thread…');
    const bar = within(await screen.findByRole('region', { name: 'Move posts to a new thread' }));
    expect(bar.getByRole('status')).toHaveTextContent('Select the posts to move');
    expect(bar.getByRole('button', { name: 'Move…' })).toBeDisabled();
    expect(await screen.findAllByRole('checkbox')).toHaveLength(3);
    await select(4);
    await select(2);
    await select(3);
    await select(3);
    expect(bar.getByRole('status')).toHaveTextContent('2 posts selected');
    await user.click(bar.getByRole('button', { name: 'Move…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Move posts to a new thread' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/#2 becomes its Original Post/);
    await user.click(dialog.getByRole('button', { name: 'Move posts' }));
    expect(dialog.getByText('Please enter a title.')).toBeInTheDocument();
    await user.type(dialog.getByRole('textbox', { name: /Title of the new thread/ }), ' Schedules ');
    api.on(SPLIT, problem(409, { detail: 'A hidden post can’t start a thread.' }));
    await user.click(dialog.getByRole('button', { name: 'Move posts' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('A hidden post can’t start a thread.');
    expect(dialog.getByRole('textbox', { name: /Title/ })).toHaveValue(' Schedules ');
    api.on(SPLIT, ok(createThread({ id: 'new', title: 'Schedules' }), 201));
    await user.click(dialog.getByRole('button', { name: 'Move posts' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Move posts to a new thread' })).not.toBeInTheDocument(),
    );
    expect(api.sent(SPLIT).at(-1)?.body).toEqual({
      title: 'Schedules',
      category_id: expect.any(String),
      post_ids: ['post-id-4', 'post-id-2'],
    });
  });

  test('cancelling ends the selection', async () => {
    await open();
    await choose('Move posts to a new thread…');
    await select(2);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await choose('Move posts to a new thread…');
    expect(await screen.findByRole('checkbox', { name: 'Select post 2' })).not.toBeChecked();
  });

  test('members are not offered it', async () => {
    await open({}, { ...moderator, moderate: false });
    await user.click(await screen.findByRole('button', { name: 'Thread actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete thread' })).toBeInTheDocument();
    for (const name of ['Move posts to a new thread…', 'Merge with another thread…'])
      expect(screen.queryByRole('menuitem', { name })).not.toBeInTheDocument();
  });
});

const found = (id: string, title: string) => ({ id, title, type: 'thread', category: { name: 'General' } });

describe('merging', () => {
  test('a thread is found by its title and chosen; this one is left out', async () => {
    const { api } = await open();
    await choose('Merge with another thread…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Merge thread' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/All 4 posts of “Backups”/);
    await user.click(dialog.getByRole('button', { name: 'Merge threads' }));
    expect(dialog.getByText('Please choose a thread.')).toBeInTheDocument();
    api.on(SEARCH, ok({ results: [found('thread', 'Backups'), found('other', 'Restore')], total: 2 }));
    await user.type(dialog.getByRole('searchbox'), 'restore');
    await user.click(await dialog.findByRole('radio', { name: /Restore/ }));
    expect(dialog.getAllByRole('radio')).toHaveLength(1);
    api.on(MERGE, problem(409, { detail: 'Hidden threads can’t be merged.' }));
    await user.click(dialog.getByRole('button', { name: 'Merge threads' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Hidden threads can’t be merged.');
    expect(dialog.getByRole('searchbox')).toHaveValue('restore');
    expect(api.sent(MERGE).at(-1)?.body).toEqual({ target_id: 'other' });
  });

  test('a pasted address finds the thread', async () => {
    const { api } = await open();
    await choose('Merge with another thread…');
    api.on(`GET /forum/threads/${OTHER_ID}`, ok(createThread({ id: OTHER_ID, title: 'By address' })));
    await user.click(await screen.findByRole('searchbox'));
    await user.paste(`https://hub.example.org/community/thread/${OTHER_ID}?page=2#post-11`);
    expect(await screen.findByRole('radio', { name: /By address/ })).toBeInTheDocument();
    api.on(SEARCH, ok({ results: [], total: 0 }));
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'unknown');
    expect(await screen.findByText('No thread found.')).toBeInTheDocument();
  });
});

describe('moved posts', () => {
  const moved = [
    { number: 2, moved_to: { thread_id: 'other', title: 'Schedules', number: 12 } },
    { number: 4, moved_to: null },
  ];

  test('keep their places, with a link to where they are now', async () => {
    await open({ posts: [own(1), own(3)], moved });
    const places = screen.getAllByRole('listitem').filter((item) => /^post-\d+$/.test(item.id));
    expect(places.map(({ id }) => id)).toEqual(['post-1', 'post-2', 'post-3', 'post-4']);
    expect(screen.getByRole('link', { name: 'Schedules' })).toHaveAttribute(
      'href',
      '/community/thread/other?page=2#post-12',
    );
    expect(screen.getByText('This post was moved.')).toBeInTheDocument();
    // The last number is that of a moved post.
    expect(screen.queryByRole('button', { name: /new post/ })).not.toBeInTheDocument();
  });

  test('leave no place where they were moved back, whose address leads to the new one', async () => {
    const returned = { number: 2, moved_to: { thread_id: 'thread', title: 'Backups', number: 4 } };
    const { getHash } = await open({ posts: [own(1), own(3), own(4)], moved: [returned] }, moderator, '#post-2');
    const places = screen.getAllByRole('listitem').filter((item) => /^post-\d+$/.test(item.id));
    expect(places.map(({ id }) => id)).toEqual(['post-1', 'post-3', 'post-4']);
    await waitFor(() => {
      expect(getHash()).toBe('post-4');
    });
    expect(screen.queryByText(/This post was moved/)).not.toBeInTheDocument();
  });
});
