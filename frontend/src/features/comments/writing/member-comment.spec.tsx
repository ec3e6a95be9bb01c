import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CommentThreadResponse } from '../../../api/generated/model/commentThreadResponse';
import { createComment, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, stubApi } from '../../../../test/stub-api';
import MemberComment from './member-comment';

const getActions = () =>
  screen.getAllByRole('button', { name: /^(Reply to|Report)/ }).map((each) => each.getAttribute('aria-label'));

test('the reply opens and closes by its button, which stays in its place', async () => {
  const user = userEvent.setup();
  stubApi({});
  const comment = createComment({ abilities: { edit: false, delete: false, resolve: false } });
  const thread: CommentThreadResponse = { id: comment.id, comment, reply_count: 0, replies_before: 0, replies: [] };
  await renderScreen(<MemberComment comment={comment} thread={thread} />, { user: createUser() });
  const reply = screen.getByRole('button', { name: /^Reply to/ });
  const closed = getActions();
  await user.click(reply);
  expect(reply).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('textbox', { name: /^Reply to/ })).toHaveFocus();
  expect(getActions()).toEqual(closed);
  await user.click(reply);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(reply).toHaveFocus();
});

test('a reply that is sent again while the first is on its way is the same one', async () => {
  const user = userEvent.setup();
  const api = stubApi({ 'POST /comments': deferResponse().handler });
  const comment = createComment({ abilities: { edit: false, delete: false, resolve: false } });
  const thread: CommentThreadResponse = { id: comment.id, comment, reply_count: 0, replies_before: 0, replies: [] };
  await renderScreen(<MemberComment comment={comment} thread={thread} />, { user: createUser() });
  const reply = screen.getByRole('button', { name: /^Reply to/ });
  await user.click(reply);
  await user.type(screen.getByRole('textbox'), 'Thanks');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(reply);
  await user.click(reply);
  expect(screen.getByRole('textbox')).toHaveValue('Thanks');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const keys = api.sent('POST /comments').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});
