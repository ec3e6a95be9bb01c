/** @jest-environment ./test/browser-environment.cjs */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { InviteDialog } from './invite-dialog';

const POST = 'POST /admin/invitations';
const field = () => screen.getByRole('textbox', { name: /^Email addresses/ });
const results = () => within(screen.getByRole('region', { name: 'Results' })).getAllByRole('listitem');
const press = (name: string) => user.click(screen.getByRole('button', { name }));
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

/** The response to each address: null for a mailed invitation, a link, or an error. */
async function open(mail_configured = true) {
  const api = stubApi({
    'GET /auth/providers': ok({ providers: [], mail_configured }),
    [POST]: ({ body }) => {
      const { email } = body as { email: string };
      if (email.startsWith('taken')) return problem(409, { code: 'email_taken', detail: 'There is an account.' });
      return ok({ email, url: mail_configured ? null : `https://hub/invitation#${email}` }, 201);
    },
  });
  const onClose = jest.fn();
  await renderScreen(<InviteDialog onClose={onClose} />, { user: createUser() });
  return { api, onClose, invited: () => api.sent(POST).map(({ body }) => body) };
}

test('a list is invited with one role, each address once', async () => {
  const { invited, onClose } = await open();
  await press('Send invitation');
  expect(field()).toHaveAccessibleDescription(/Enter an email address/);
  expect(field()).toHaveFocus();
  await user.click(field());
  await user.paste('Ada <a@x.org>, b@x.org; A@x.org');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'EDITOR');
  await press('Send 2 invitations');
  expect(await screen.findByText('2 invitations sent')).toBeInTheDocument();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(invited()).toEqual([
    { email: 'a@x.org', role: 'EDITOR' },
    { email: 'b@x.org', role: 'EDITOR' },
  ]);
});

test('what is refused or no address stays in the field, with the reason; the others are invited', async () => {
  const { invited, onClose } = await open();
  await user.click(field());
  await user.paste('taken@x.org b@x.org nobody c@x.org');
  await press('Send 3 invitations');
  expect(await screen.findByText('2 addresses were not invited.')).toBeInTheDocument();
  expect(results().map(({ textContent }) => textContent)).toEqual([
    'taken@x.orgThere is an account.',
    'b@x.orgInvited',
    'c@x.orgInvited',
    'nobodyNot an email address.',
  ]);
  expect(field()).toHaveValue('taken@x.org\nnobody');
  await press('Done');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('2 addresses in the field were not invited.');
  await press('Keep editing');
  expect(field()).toHaveValue('taken@x.org\nnobody');
  expect(field()).toHaveFocus();
  expect(onClose).not.toHaveBeenCalled();
  await user.clear(field());
  await user.type(field(), 'd@x.org');
  await press('Send invitation');
  expect(await screen.findByText('3 invitations sent')).toBeInTheDocument();
  expect(invited()).toHaveLength(4);
});

test('a lost connection stops the list and keeps the rest', async () => {
  const { api, invited } = await open();
  let count = 0;
  api.on(POST, (request) => (++count === 2 ? offline(request) : ok({ url: null }, 201)));
  await user.click(field());
  await user.paste('a@x.org b@x.org c@x.org');
  await press('Send 3 invitations');
  expect(await screen.findByText('2 addresses were not invited.')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toBeInTheDocument();
  expect(field()).toHaveValue('b@x.org\nc@x.org');
  expect(invited()).toHaveLength(2);
});

test('without a mail server each address gets a link to pass on', async () => {
  Object.assign(window, { isSecureContext: true });
  const { onClose } = await open(false);
  expect(await screen.findByText(/^This hub can’t send email/)).toBeInTheDocument();
  await user.click(field());
  await user.paste('a@x.org b@x.org');
  await press('Create 2 links');
  await user.click(await screen.findByRole('button', { name: 'Copy all links' }));
  expect(await navigator.clipboard.readText()).toBe(
    'a@x.org https://hub/invitation#a@x.org\nb@x.org https://hub/invitation#b@x.org',
  );
  await user.click(screen.getByRole('button', { name: 'Copy link of b@x.org' }));
  expect(await navigator.clipboard.readText()).toBe('https://hub/invitation#b@x.org');
  // Links are shown once: only “Done” closes without a question.
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await user.click(await screen.findByRole('button', { name: 'Keep the links' }));
  expect(onClose).not.toHaveBeenCalled();
  await press('Done');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('closing while addresses are sent again asks nothing about them', async () => {
  const { api, onClose, invited } = await open();
  await user.click(field());
  await user.paste('taken@x.org b@x.org');
  await press('Send 2 invitations');
  expect(await screen.findByText(/^This address was not invited/)).toBeInTheDocument();
  api.on(POST, deferResponse().handler);
  await press('Send invitation');
  expect(invited()).toHaveLength(3);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
