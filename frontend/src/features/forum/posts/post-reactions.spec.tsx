import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { createUser } from '../../../../test/fixtures';
import { createPost, createPostPage, createThread } from '../../../../test/forum-fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, ok, problem, stubApi } from '../../../../test/stub-api';
import { currentUserQuery, isCurrentUserQuery } from '../../../shared/session/session';
import { useSignInRequest } from '../../../shared/session/sign-in-request';
import { ThreadScreen } from '../thread/thread-screen';

const PUT_LIKE = 'PUT /forum/posts/post-id-2/reactions/LIKE';
const DELETE_LIKE = 'DELETE /forum/posts/post-id-2/reactions/LIKE';

/** Takes the place of the sign-in dialog. */
function SignInStub() {
  const request = useSignInRequest();
  return request && <button onClick={request.onSignedIn}>{request.reason}</button>;
}

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

/** Post 2 has three likes of others. */
const guestPost = (changes: Partial<PostResponse> = {}) => createPost(2, { like_count: 3, ...changes });
const memberPost = (changes: Partial<PostResponse> = {}) =>
  guestPost({
    abilities: { edit: false, delete: false, react: true, make_document: false },
    own_reactions: [],
    ...changes,
  });

async function open(post: PostResponse, permissions?: string[]) {
  const abilities = { reply: true, edit: false, delete: false, solve: false, moderate: false };
  const api = stubApi({
    'GET /forum/threads/thread': ok(createThread(permissions ? { abilities, first_unread: null } : {})),
    'GET /forum/threads/thread/posts': ok(createPostPage([createPost(1), post])),
  });
  const screenWithRequest = (
    <>
      <ThreadScreen id="thread" page={1} />
      <SignInStub />
    </>
  );
  const view = await renderScreen(screenWithRequest, {
    user: permissions && createUser({ permissions }),
    path: '/community/thread/thread',
  });
  return { api, ...view };
}

const MEMBER = ['forum.post', 'reactions.create'];
const button = async (name: string) =>
  within(await screen.findByRole('group', { name: 'Reactions to post 2' })).findByRole('button', { name });

describe('guests', () => {
  test('see the counts, abbreviated, and only what posts can get', async () => {
    await open(guestPost({ like_count: 12_345, helpful_count: 0 }));
    const group = await screen.findByRole('group', { name: 'Reactions to post 2' });
    expect(
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Like12.3K', 'Helpful']);
    expect(await button('Like 12.3K')).not.toHaveAttribute('aria-pressed');
  });

  test('sign in where they are, and what they pressed is done', async () => {
    const { api, queryClient, getPath } = await open(guestPost());
    await user.click(await button('Like 3'));
    api.on('GET /forum/threads/thread/posts', ok(createPostPage([createPost(1), memberPost()])));
    api.on(PUT_LIKE, ok(memberPost({ like_count: 4, own_reactions: ['LIKE'] })));
    await act(async () => {
      queryClient.setQueryData(currentUserQuery.queryKey, createUser({ permissions: MEMBER }));
      await queryClient.invalidateQueries({ predicate: (query) => !isCurrentUserQuery(query) });
    });
    await user.click(await screen.findByRole('button', { name: 'participate' }));
    await waitFor(() => {
      expect(api.sent(PUT_LIKE)).toHaveLength(1);
    });
    expect(await button('Like 4')).toHaveAttribute('aria-pressed', 'true');
    expect(getPath()).toBe('/community/thread/thread');
  });
});

describe('members', () => {
  test('add and remove a reaction by keyboard, at once', async () => {
    const { api } = await open(memberPost(), MEMBER);
    const like = await button('Like 3');
    await waitFor(() => {
      expect(like).toHaveAttribute('aria-pressed', 'false');
    });
    const { handler, respond } = deferResponse();
    api.on(PUT_LIKE, handler);
    like.focus();
    await user.keyboard('{Enter}');
    // Before the server has responded.
    expect(await button('Like 4')).toHaveAttribute('aria-pressed', 'true');
    respond(ok(memberPost({ like_count: 5, own_reactions: ['LIKE'] })));
    const liked = await button('Like 5');
    expect(liked).toHaveAttribute('aria-pressed', 'true');
    expect(liked).toHaveFocus();

    api.on(DELETE_LIKE, ok(memberPost({ like_count: 4 })));
    await user.keyboard(' ');
    expect(await button('Like 4')).toHaveAttribute('aria-pressed', 'false');
    expect([api.sent(PUT_LIKE).length, api.sent(DELETE_LIKE).length]).toEqual([1, 1]);
  });

  test('only the reactions of a post change, not its text', async () => {
    const { api } = await open(memberPost({ helpful_count: 1, own_reactions: ['HELPFUL'] }), MEMBER);
    api.on(
      PUT_LIKE,
      ok(
        memberPost({
          content: 'Edited meanwhile',
          like_count: 4,
          helpful_count: 1,
          own_reactions: ['HELPFUL', 'LIKE'],
        }),
      ),
    );
    await waitFor(async () => {
      expect(await button('Helpful 1')).toHaveAttribute('aria-pressed', 'true');
    });
    await user.click(await button('Like 3'));
    expect(await button('Like 4')).toHaveAttribute('aria-pressed', 'true');
    expect(await button('Helpful 1')).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => {
      expect(api.sent(PUT_LIKE)).toHaveLength(1);
    });
    expect(screen.getByText('Text 2')).toBeInTheDocument();
  });

  test('a failure is said and taken back', async () => {
    const { api } = await open(memberPost(), MEMBER);
    api.on(PUT_LIKE, problem(503, { detail: 'The hub is busy.' }));
    await waitFor(async () => {
      expect(await button('Like 3')).toBeEnabled();
    });
    await user.click(await button('Like 3'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Your reaction was not saved' });
    expect(dialog).toHaveTextContent('The hub is busy.');
    expect(await button('Like 3')).toHaveAttribute('aria-pressed', 'false');
  });

  test('without the permission they read why', async () => {
    const { api } = await open(memberPost(), ['forum.post']);
    const explained = await waitFor(async () => {
      const like = await button('Like 3');
      expect(like).toHaveAccessibleDescription('Your role can’t react to posts.');
      return like;
    });
    await user.click(explained);
    expect(explained).toHaveAttribute('aria-disabled', 'true');
    expect(api.sent(PUT_LIKE)).toEqual([]);
  });

  test('where they may only read, they read why', async () => {
    const abilities = { edit: false, delete: false, react: false, make_document: false };
    const { api } = await open(memberPost({ abilities }), MEMBER);
    const explained = await waitFor(async () => {
      const like = await button('Like 3');
      expect(like).toHaveAccessibleDescription('You can read in this category but not write.');
      return like;
    });
    await user.click(explained);
    expect(api.sent(PUT_LIKE)).toEqual([]);
  });
});
