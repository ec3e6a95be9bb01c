/** @jest-environment ./test/browser-environment.cjs */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { request } from '../../api/client';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, problem, stubApi } from '../../../test/stub-api';
import { readToken, removeToken, storeToken } from '../../api/token';
import { SignInForMembers } from '../../shared/session/sign-in-for-members';
import { closeSignInRequest, requestSignIn, useSignInRequest } from '../../shared/session/sign-in-request';
import SignInDialog from './sign-in-dialog';

const fieldLabel = 'Text';

/** A page with text of the user, below the dialog. */
function Page() {
  const signInRequest = useSignInRequest();
  const [value, setValue] = useState('');
  return (
    <>
      <input aria-label={fieldLabel} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <SignInForMembers />
      {signInRequest && <SignInDialog request={signInRequest} />}
    </>
  );
}

const LOGIN = 'POST /auth/login-manual';
const expired = problem(401, { code: 'not_signed_in' });
const dialogs = () => screen.queryAllByRole('dialog');
let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
  closeSignInRequest();
});

async function open(account?: ReturnType<typeof createUser>) {
  const options = ok({ providers: [], registration_open: true, registration: 'open', registration_by_link: false });
  const api = stubApi({ 'GET /comments': expired, 'GET /tags': expired, 'GET /auth/providers': options });
  return { api, ...(await renderScreen(<Page />, { user: account, path: '/docs/a' })) };
}

async function signIn() {
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

/** Two requests find that the session has ended. */
const endSession = () =>
  act(async () => {
    await Promise.allSettled([request('/comments'), request('/tags')]);
  });

// First: no session has ended yet.
test('a guest with an old token is not interrupted', async () => {
  await open();
  storeToken('old');
  await endSession();
  expect(readToken()).toBeNull();
  expect(dialogs()).toHaveLength(0);
});

test('an expired session opens one dialog; signing in returns to the page and its text', async () => {
  const account = createUser();
  const { api, getPath } = await open(account);
  await user.type(screen.getByLabelText(fieldLabel), 'A long thought');
  await endSession();
  expect(dialogs()).toHaveLength(1);
  expect(screen.getByRole('dialog', { name: 'You have been signed out' })).toBeInTheDocument();

  api.on(LOGIN, problem(401, { code: 'wrong_credentials' }));
  await signIn();
  expect(await screen.findByText('Invalid email or password.')).toBeInTheDocument();
  api.on(LOGIN, ok({ user: account, session_token: 'new' }));
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(dialogs()).toHaveLength(0));
  expect(readToken()).toBe('new');
  expect(getPath()).toBe('/docs/a');
  expect(screen.getByLabelText(fieldLabel)).toHaveValue('A long thought');
});

test('a session that another tab found ended opens the dialog with the next request that needs it', async () => {
  const account = createUser();
  const { api } = await open(account);
  api.on('GET /auth/me', expired);
  await act(async () => {
    removeToken();
    window.dispatchEvent(new StorageEvent('storage', { key: 'session_token' }));
    await Promise.resolve();
  });
  expect(dialogs()).toHaveLength(0);
  await endSession();
  expect(screen.getByRole('dialog', { name: 'You have been signed out' })).toBeInTheDocument();
});

test('another user starts at the home page and does not see the text', async () => {
  const { api, getPath } = await open(createUser());
  await user.type(screen.getByLabelText(fieldLabel), 'A secret');
  await endSession();
  api.on(LOGIN, ok({ user: createUser(), session_token: 'new' }));
  await signIn();
  await waitFor(() => expect(getPath()).toBe('/'));
  expect(screen.queryByLabelText('Text')).not.toBeInTheDocument();
});

test('it can be closed', async () => {
  await open(createUser());
  await endSession();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(dialogs()).toHaveLength(0);
});

test('guests sign in where nothing was found, and stay there', async () => {
  const { api, getPath } = await open();
  await user.click(screen.getByRole('button', { name: 'Sign in to check' }));
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  api.on(LOGIN, ok({ user: createUser(), session_token: 'new' }));
  await signIn();
  await waitFor(() => expect(dialogs()).toHaveLength(0));
  expect(getPath()).toBe('/docs/a');
  expect(screen.queryByRole('button', { name: /Sign in to check/ })).not.toBeInTheDocument();
});

test('a guest without an account creates one in the dialog, and the action is done', async () => {
  const { api, getPath } = await open();
  const onSignedIn = jest.fn();
  act(() => {
    requestSignIn({ reason: 'participate', isNewAccount: true, onSignedIn });
  });
  const dialog = await screen.findByRole('dialog', { name: 'Create account' });
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  api.on('POST /auth/register', ok({ user: createUser(), session_token: 'new' }, 201));
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.org');
  await user.type(screen.getByRole('textbox', { name: 'Full name' }), 'Ada');
  for (const label of [/^Password/, /^Confirm password/])
    await user.type(screen.getByLabelText(label, { selector: 'input' }), 'secret');
  await user.click(within(dialog).getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  expect(dialogs()).toHaveLength(0);
  expect(getPath()).toBe('/docs/a');
});

test.each(['Not now', 'Escape'])('dismissed by %s, nothing is done', async (way) => {
  await open();
  const [onSignedIn, onDismissed] = [jest.fn(), jest.fn()];
  act(() => {
    requestSignIn({ reason: 'protected', onSignedIn, onDismissed });
  });
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toHaveAccessibleDescription('This page is for members.');
  if (way === 'Escape') await user.keyboard('{Escape}');
  else await user.click(screen.getByRole('button', { name: way }));
  expect(dialogs()).toHaveLength(0);
  expect(onDismissed).toHaveBeenCalledTimes(1);
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a user who is signed in signs in again for an action, which then continues', async () => {
  const account = createUser();
  const { api, getPath } = await open(account);
  api.on('GET /auth/providers', ok({ providers: [{ name: 'google', label: 'Google' }] }));
  const onSignedIn = jest.fn();
  act(() => {
    requestSignIn({ reason: 'recent', formerUserId: account.id, onSignedIn });
  });
  const dialog = screen.getByRole('dialog', { name: 'Sign in again' });
  expect(dialog).toHaveAccessibleDescription(/within the last ten minutes/);
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^More ways/ })).not.toBeInTheDocument();
  api.on(LOGIN, ok({ user: account, session_token: 'new' }));
  await signIn();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  expect(dialogs()).toHaveLength(0);
  expect(readToken()).toBe('new');
  expect(getPath()).toBe('/docs/a');
});
