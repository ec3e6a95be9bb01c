import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { ReviewActions } from './review-actions';

const button = (name: string) => screen.getByRole('button', { name });
const note = () => screen.getByRole('textbox', { name: 'What should change?' });

let user: UserEvent;
let account: ReturnType<typeof createUser>;
beforeEach(() => {
  user = userEvent.setup();
  account = createUser();
});

async function open() {
  const document = createDocument({ status: 'IN_REVIEW', version: 3, title: 'Guide' });
  const post = `POST /documents/${document.id}/review`;
  const api = stubApi({});
  const { queryClient } = await renderScreen(<ReviewActions document={document} />, { user: account });
  return { api, post, document, queryClient };
}

async function askForChanges(text: string) {
  await user.click(button('Request changes'));
  await user.type(await screen.findByRole('textbox', { name: 'What should change?' }), text);
  await user.click(button('Send back'));
}

test('a double-click on Approve approves once, with one toast', async () => {
  const { api, post, document } = await open();
  const { handler, respond } = deferResponse();
  api.on(post, handler);
  await user.dblClick(button('Approve'));
  await user.click(button('Approve'));
  expect(button('Approve')).toHaveAttribute('aria-busy', 'true');
  expect(button('Request changes')).toBeDisabled();
  respond(ok({ ...document, status: 'PUBLISHED' }));
  expect(await screen.findAllByText('Approved and published')).toHaveLength(1);
  // The version that the reviewer has read.
  expect(api.sent(post).map(({ body }) => body)).toEqual([{ action: 'approve', version: 3 }]);
});

test('the note is kept when sending fails, and when the dialog is closed by Escape', async () => {
  const { api, post, document } = await open();
  api.on(post, offline);
  await askForChanges('Please add an example.');
  const dialog = screen.getByRole('dialog', { name: 'Request changes' });
  expect(await within(dialog).findByText('Please try again.')).toBeInTheDocument();
  expect(note()).toHaveValue('Please add an example.');

  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(button('Request changes'));
  await waitFor(() => {
    expect(note()).toHaveValue('Please add an example.');
  });
  api.on(post, ok({ ...document, status: 'DRAFT' }));
  await user.click(button('Send back'));
  expect(await screen.findByText('Changes requested')).toBeInTheDocument();
  expect(api.sent(post).at(-1)?.body).toEqual({
    action: 'request_changes',
    note: 'Please add an example.',
    version: 3,
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  await user.click(button('Request changes'));
  expect(note()).toHaveValue('');
});

test('a note that is too long is refused with its limit, not cut', async () => {
  const { api, post } = await open();
  await user.click(button('Request changes'));
  await user.click(await screen.findByRole('textbox', { name: 'What should change?' }));
  await user.paste('x'.repeat(501));
  await user.click(button('Send back'));
  expect(note()).toHaveValue('x'.repeat(501));
  expect(note()).toHaveAccessibleDescription(
    expect.stringContaining('At most 500 characters are allowed; this has 501.'),
  );
  expect(api.sent(post)).toHaveLength(0);
});

test('a decision about a text that has changed is explained, and the note is kept', async () => {
  const { api, post } = await open();
  const detail = 'Ada has saved this document since you opened it.';
  api.on(post, problem(409, { code: 'stale_version', detail }));
  await askForChanges('Shorter.');
  const alert = await screen.findByRole('alertdialog', { name: 'The review was not saved' });
  expect(alert).toHaveAccessibleDescription(detail);
  await user.click(within(alert).getByRole('button', { name: 'OK' }));
  expect(note()).toHaveValue('Shorter.');
});
