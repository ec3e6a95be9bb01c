import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { CommentResponse } from '../../../api/generated/model/commentResponse';
import { currentUserQuery } from '../../../shared/session/session';
import { createComment, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { CommentsSection } from '../comments-section';

const LIST = 'GET /comments/document/document/threads';
const POST = 'POST /comments';

const field = () => screen.getByRole('textbox', { name: 'Write a comment' });
const sendButton = () => screen.getByRole('button', { name: 'Comment' });

const editField = () => screen.getByRole('textbox', { name: 'Edit your comment' });
const startEditing = async () => {
  await user.click(await screen.findByRole('button', { name: 'Edit your comment' }));
};

const createThread = (comment: CommentResponse, replies: CommentResponse[] = []) => ({
  id: comment.id,
  comment,
  reply_count: replies.length,
  replies_before: 0,
  replies,
});

let account = createUser();
let user: UserEvent;

beforeEach(() => {
  account = createUser();
  user = userEvent.setup();
});

type List = Parameters<typeof stubApi>[0][string];

async function open(comments: CommentResponse[] = [], list: List = ok(comments.map((each) => createThread(each)))) {
  const api = stubApi({ [LIST]: list });
  const view = await renderScreen(<CommentsSection subject={{ kind: 'document', id: 'document' }} />, {
    user: account,
  });
  await screen.findByRole('textbox', { name: 'Write a comment' });
  return { api, ...view };
}

/** Opens the page again, as after a reload. */
async function reopen(comments?: CommentResponse[]) {
  cleanup();
  return open(comments);
}

describe('sending', () => {
  test('sends the trimmed text, shows the comment and empties the field', async () => {
    const { api } = await open();
    api.on(POST, ok(createComment({ content: 'Thank **you**' }), 201));
    await user.type(field(), '  Thank **you** ');
    await user.click(sendButton());

    expect(within(await screen.findByRole('list')).getByText('you')).toBeInTheDocument();
    expect(api.sent(POST).map(({ body }) => body)).toEqual([
      { content_type: 'document', content_id: 'document', content: 'Thank **you**' },
    ]);
    expect(field()).toHaveValue('');
    await reopen();
    expect(field()).toHaveValue('');
    expect(screen.queryByText(/Restored your unsaved text/)).not.toBeInTheDocument();
  });

  test('shows each of two comments at the end of a long list', async () => {
    const [first, second] = [createComment({ content: 'The first' }), createComment({ content: 'The second' })];
    const { api } = await open([], ({ query }) =>
      query.has('at')
        ? ok([createThread(first)])
        : { ...ok([createThread(createComment())]), headers: { Link: '</next>; rel="next"' } },
    );
    await screen.findByRole('button', { name: 'Newer comments' });
    for (const comment of [first, second]) {
      api.on(POST, ok(comment, 201));
      await user.type(field(), 'Text');
      await user.click(sendButton());
      expect(await screen.findByText(comment.content)).toBeInTheDocument();
    }
    expect(screen.getByText('The first')).toBeInTheDocument();
  });

  test('by Ctrl+Enter, while Enter alone begins a new line', async () => {
    const { api } = await open();
    api.on(POST, ok(createComment(), 201));
    await user.type(field(), 'one{Enter}two');
    expect(field()).toHaveValue('one\ntwo');
    expect(api.sent(POST)).toHaveLength(0);
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => {
      expect(field()).toHaveValue('');
    });
    expect(api.sent(POST).map(({ body }) => body)).toMatchObject([{ content: 'one\ntwo' }]);
  });

  test('sends one request, however often it is triggered', async () => {
    const { api } = await open();
    const { handler, respond } = deferResponse();
    api.on(POST, handler);
    await user.type(field(), 'Once');
    await user.dblClick(sendButton());
    expect(sendButton()).toHaveAttribute('aria-busy', 'true');
    expect(field()).toHaveValue('Once');
    await user.click(field());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await act(async () => {
      respond(ok(createComment(), 201));
      await Promise.resolve();
    });
    await waitFor(() => {
      expect(field()).toHaveValue('');
    });
    expect(sendButton()).not.toHaveAttribute('aria-busy');
    expect(api.sent(POST)).toHaveLength(1);
  });

  test.each([
    ['nothing', ''],
    ['spaces and line breaks', '  {Enter} '],
  ])('refuses %s at the field', async (_name, typed) => {
    const { api } = await open();
    await user.click(field());
    if (typed) await user.keyboard(typed);
    await user.click(sendButton());
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription(/^Write something first\. Markdown is supported/);
    expect(field()).toHaveFocus();
    expect(api.sent(POST)).toHaveLength(0);

    await user.keyboard('a');
    expect(field()).toBeValid();
    expect(field()).toHaveAccessibleDescription(/^Markdown is supported/);
  });

  test('is not offered without the permission', async () => {
    account = createUser({ permissions: [] });
    stubApi({ [LIST]: ok([]) });
    await renderScreen(<CommentsSection subject={{ kind: 'document', id: 'document' }} />, { user: account });
    expect(await screen.findByText('Your role can read comments but not write them.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });
});

describe('a refused comment', () => {
  test.each([
    ['by a lost connection', offline, 'Your comment was not sent. Please try again; your text is still here.'],
    ['by a rate limit', problem(429, { detail: 'Too many comments.' }), 'Too many comments.'],
    ['by a server error', problem(500), 'Your comment was not sent. Please try again; your text is still here.'],
  ])('%s stays in the form and can be sent again without creating two', async (_name, failure, text) => {
    const { api } = await open();
    api.on(POST, failure);
    await user.type(field(), 'Keep me');
    await user.click(sendButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(field()).toHaveValue('Keep me');
    expect(sendButton()).not.toHaveAttribute('aria-busy');

    api.on(POST, ok(createComment(), 201));
    await user.click(sendButton());
    await waitFor(() => {
      expect(field()).toHaveValue('');
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    const [first, second] = api.sent(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(second).toBe(first);
  });

  test('has a new idempotency key when the text has changed', async () => {
    const { api } = await open();
    api.on(POST, offline);
    await user.type(field(), 'First');
    await user.click(sendButton());
    await screen.findByRole('alert');
    await user.type(field(), ' changed');
    await user.click(sendButton());
    await waitFor(() => {
      expect(api.sent(POST)).toHaveLength(2);
    });
    const [first, second] = api.sent(POST).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).not.toBe(first);
  });

  test('shows an error of its text at the field', async () => {
    const { api } = await open();
    api.on(POST, problem(400, { errors: [{ field: 'content', message: 'At most 5000 characters' }] }));
    await user.type(field(), 'Long');
    await user.click(sendButton());
    await waitFor(() => {
      expect(field()).toBeInvalid();
    });
    expect(field()).toHaveAccessibleDescription(/^At most 5000 characters/);
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('Long');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('by the end of the session is kept until the same user signs in again', async () => {
    const { api, queryClient } = await open();
    api.on(POST, problem(401, { code: 'not_signed_in' }));
    await user.type(field(), 'A long thought');
    await user.click(sendButton());

    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('You were signed out. Your text is kept. Sign in');
    expect(within(notice).getByRole('link', { name: 'Sign in' })).toHaveFocus();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();

    act(() => {
      queryClient.setQueryData(currentUserQuery.queryKey, createUser({ name: 'Other User' }));
    });
    expect(await screen.findByRole('textbox', { name: 'Write a comment' })).toHaveValue('');
    act(() => {
      queryClient.setQueryData(currentUserQuery.queryKey, account);
    });
    expect(await screen.findByText(/Restored your unsaved text/)).toBeInTheDocument();
    expect(field()).toHaveValue('A long thought');
  });
});

describe('a draft', () => {
  test('is restored on the next visit and can be discarded', async () => {
    await open();
    await user.type(field(), 'Half a thought');
    await reopen();
    expect(field()).toHaveValue('Half a thought');
    expect(screen.getByText(/Restored your unsaved text/)).toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
    await reopen();
    expect(field()).toHaveValue('');
  });

  test('is not kept when the browser refuses storage, and the form still works', async () => {
    const { api } = await open();
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    api.on(POST, ok(createComment(), 201));
    await user.type(field(), 'Typed anyway');
    await user.click(sendButton());
    await waitFor(() => {
      expect(field()).toHaveValue('');
    });
    expect(api.sent(POST)).toHaveLength(1);
  });
});

describe('editing', () => {
  const abilities = { edit: true, delete: true, resolve: false };
  const stored = createComment({ content: 'First words', abilities });
  const PUT = `PUT /comments/${stored.id}`;

  beforeEach(() => {
    // The account is the author of the comment.
    account = createUser({ id: stored.author.id });
  });

  test('of another user’s comment names its author', async () => {
    account = createUser();
    await open([stored]);
    await user.click(await screen.findByRole('button', { name: 'Edit the comment by Ada Author' }));
    expect(screen.getByRole('textbox', { name: 'Edit the comment by Ada Author' })).toHaveValue('First words');
    expect(screen.queryByRole('textbox', { name: 'Edit your comment' })).not.toBeInTheDocument();
  });

  test('saves the text and returns the focus to the button', async () => {
    const { api } = await open([stored]);
    await startEditing();
    expect(editField()).toHaveFocus();
    api.on(PUT, ok({ ...stored, content: 'First words, better', edited_at: '2026-01-02T00:00:00Z' }));
    await user.type(editField(), ', better');
    await user.click(screen.getByRole('button', { name: 'Save comment' }));
    expect(await screen.findByText('First words, better')).toBeInTheDocument();
    expect(api.sent(PUT).map(({ body }) => body)).toEqual([{ content: 'First words, better' }]);
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Edit your comment' })).toHaveFocus();
    });
  });

  test('is left by Escape with a draft and by Cancel without one', async () => {
    await open([stored]);
    await startEditing();
    await user.type(editField(), ' changed{Escape}');
    expect(screen.getByText('First words')).toBeInTheDocument();
    await startEditing();
    expect(editField()).toHaveValue('First words changed');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await startEditing();
    expect(editField()).toHaveValue('First words');
    expect(screen.queryByText(/Restored your unsaved text/)).not.toBeInTheDocument();
  });

  test('offers a draft of an earlier text instead of replacing the newer one', async () => {
    await open([stored]);
    await startEditing();
    await user.type(editField(), ' changed');
    await reopen([{ ...stored, content: 'Moderated words', edited_at: '2026-01-02T00:00:00Z' }]);
    await startEditing();
    expect(editField()).toHaveValue('Moderated words');
    expect(screen.getByText(/This comment has changed since your draft/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Restore mine' }));
    expect(editField()).toHaveValue('First words changed');
  });

  test('keeps the text when the server refuses it', async () => {
    const { api } = await open([stored]);
    await startEditing();
    api.on(PUT, problem(403, { detail: 'You cannot edit this comment.' }));
    await user.type(editField(), ' changed');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toHaveTextContent('You cannot edit this comment.');
    expect(editField()).toHaveValue('First words changed');
  });
});

const replyField = () => screen.getByRole('textbox', { name: 'Reply to Ada Author' });

describe('a reply', () => {
  const question = createComment({ content: 'A question', abilities: { edit: false, delete: false, resolve: false } });

  test('is written below its parent and shown after the other replies', async () => {
    const { api } = await open([question]);
    await user.click(await screen.findByRole('button', { name: 'Reply to Ada Author' }));
    expect(replyField()).toHaveFocus();
    const reply = createComment({ content: 'An answer', root_id: question.id, parent_id: question.id });
    api.on(POST, ok(reply, 201));
    await user.type(replyField(), 'An answer');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    const replies = await screen.findByRole('list', { name: 'Replies to Ada Author' });
    expect(within(replies).getByText('An answer')).toBeInTheDocument();
    expect(api.sent(POST).map(({ body }) => body)).toEqual([
      { content_type: 'document', content_id: 'document', content: 'An answer', parent_id: question.id },
    ]);
    await waitFor(() => {
      expect(within(replies).getByRole('article')).toHaveFocus();
    });
  });

  test('is sent once, also when the replies before it do not load', async () => {
    const { api } = await open([], ok([{ ...createThread(question), reply_count: 1 }]));
    await user.click(await screen.findByRole('button', { name: 'Reply to Ada Author' }));
    api.on('GET /comments/document/document', problem(500));
    api.on(POST, ok(createComment({ root_id: question.id, parent_id: question.id }), 201));
    await user.type(replyField(), 'An answer');
    await user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => {
      expect(screen.queryByRole('textbox', { name: 'Reply to Ada Author' })).not.toBeInTheDocument();
    });
    await waitFor(() => {
      expect(api.sent(LIST)).toHaveLength(2);
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('is closed by Escape with its draft, which is shown again on the next visit', async () => {
    await open([question]);
    await user.click(await screen.findByRole('button', { name: 'Reply to Ada Author' }));
    await user.type(replyField(), 'Half{Escape}');
    expect(screen.getByRole('button', { name: 'Reply to Ada Author' })).toHaveFocus();
    await reopen([question]);
    expect(await screen.findByRole('textbox', { name: 'Reply to Ada Author' })).toHaveValue('Half');
  });
});

test('sending from the preview returns to the field', async () => {
  const { api } = await open();
  api.on(POST, ok(createComment(), 201));
  await user.type(field(), 'Seen before it was sent');
  const preview = screen.getByRole('button', { name: 'Preview' });
  await user.click(preview);
  await user.click(sendButton());
  await waitFor(() => {
    expect(preview).toHaveAttribute('aria-pressed', 'false');
  });
  expect(field()).toHaveValue('');
  expect(screen.queryByText('Nothing to preview yet.')).not.toBeInTheDocument();
});

test('the preview shows the text as it will look and keeps it', async () => {
  await open();
  const preview = screen.getByRole('button', { name: 'Preview' });
  await user.click(preview);
  expect(screen.getByText('Nothing to preview yet.')).toBeInTheDocument();
  await user.click(preview);
  await user.type(field(), 'Some **bold** words');
  await user.click(preview);
  expect(preview).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText('bold').tagName).toBe('STRONG');
  await user.click(preview);
  expect(field()).toHaveValue('Some **bold** words');
});
