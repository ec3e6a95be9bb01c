import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { offline, ok, problem, stubApi } from '../../../test/stub-api';
import { getSiteSettings, setSiteSettings } from '../../lib/site-settings';
import { LoginScreen } from './login-screen';

const LOGIN = 'POST /auth/login-manual';
const REGISTER = 'POST /auth/register';
const open = {
  registration: 'open',
  registration_open: true,
  registration_domains: [],
  registration_by_link: false,
  setup_required: false,
};
const email = () => screen.getByRole('textbox', { name: 'Email' });
const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' });
const password = () => field(/^Password/);
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const chooseRegister = () => user.click(screen.getByRole('radio', { name: 'Create account' }));

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function openScreen(offer: object = {}) {
  const api = stubApi({ 'GET /auth/providers': ok({ providers: [], ...open, ...offer }) });
  await renderScreen(<LoginScreen />, { path: '/login' });
  await waitFor(() => {
    expect(api.sent('GET /auth/providers')).toHaveLength(1);
  });
  return api;
}

test('signing in needs both fields, says what failed, and sends the choice of 30 days', async () => {
  const api = await openScreen();
  await press('Sign in');
  expect(screen.getByText('All fields are required')).toBeInTheDocument();
  expect(email()).toHaveFocus();
  await user.type(email(), 'ada@example.org');
  // Correcting one field does not move the focus to the next.
  expect(email()).toHaveFocus();
  await press('Sign in');
  expect(password()).toHaveFocus();
  expect(api.sent(LOGIN)).toHaveLength(0);

  await user.type(password(), 'not it');
  await user.click(screen.getByRole('checkbox', { name: 'Remember me for 30 days' }));
  api.on(LOGIN, problem(401, { code: 'wrong_credentials' }));
  await press('Sign in');
  expect(await screen.findByText('Invalid email or password.')).toBeInTheDocument();
  expect(api.sent(LOGIN)[0]?.body).toEqual({ email: 'ada@example.org', password: 'not it', remember_me: true });
  api.on(LOGIN, offline);
  await press('Sign in');
  expect(await screen.findByText(/^Network connection failed\./)).toBeInTheDocument();
  expect(password()).toHaveValue('not it');
});

test('registering checks the fields in order, focuses the first invalid one, and keeps what is typed', async () => {
  const api = await openScreen();
  await chooseRegister();
  await user.type(email(), '   ');
  await press('Create account');
  expect(screen.getByText('All fields are required')).toBeInTheDocument();
  for (const input of [email(), screen.getByRole('textbox', { name: 'Full name' }), password()])
    expect(input).toHaveAttribute('aria-invalid', 'true');
  await user.type(email(), 'ada@example.org');
  await press('Create account');
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveFocus();
  await user.type(screen.getByRole('textbox', { name: 'Full name' }), 'Nora');
  await user.type(password(), 'abc');
  await user.type(field(/^Confirm password/), 'abcd');
  await press('Create account');
  expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
  expect(field(/^Confirm password/)).toHaveFocus();
  await user.type(field(/^Confirm password/), '{Backspace}');
  await press('Create account');
  expect(screen.getByText('Password must be at least 6 characters long')).toBeInTheDocument();
  expect(api.sent(REGISTER)).toHaveLength(0);

  for (const input of [password(), field(/^Confirm password/)]) await user.type(input, 'def');
  api.on(REGISTER, problem(409, { detail: 'An account with this email address already exists.' }));
  await press('Create account');
  expect(await screen.findByText(/^An account with this email address already exists/)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Nora');
  expect(api.sent(REGISTER)).toHaveLength(1);
});

test('the other form begins empty, without errors and without the choice of 30 days', async () => {
  await openScreen();
  await press('Sign in');
  await user.type(email(), 'ada@example.org');
  await user.click(screen.getByRole('checkbox', { name: 'Remember me for 30 days' }));
  await chooseRegister();
  expect(screen.queryByText('All fields are required')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Sign in' }));
  expect(email()).toHaveValue('');
  expect(screen.getByRole('checkbox', { name: 'Remember me for 30 days' })).not.toBeChecked();
});

test.each([
  ['closed', { registration_open: false, registration: 'closed' }, 'Registration is closed.'],
  ['by invitation', { registration_open: false, registration: 'invitation' }, 'Registration is by invitation.'],
  [
    'for email domains',
    { registration: 'domains', registration_domains: ['example.org', 'example.com'] },
    'You need an email address at example.org or example.com.',
  ],
  [
    'by a link',
    { registration: 'domains', registration_domains: ['example.org'], registration_by_link: true },
    'We’ll email you a link to create your account.',
  ],
])('the screen says that registration is %s', async (_what, offer, text) => {
  await openScreen(offer);
  if ('registration_open' in offer) {
    await screen.findByText(text, { exact: false });
    expect(screen.queryByRole('radio', { name: 'Create account' })).toBeNull();
    return;
  }
  await chooseRegister();
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
});

test('a hub without providers offers none, also not while they are loading', async () => {
  await openScreen();
  expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull();
  expect(screen.queryByText('or')).toBeNull();
});

test('a browser without passkeys does not offer them', async () => {
  await openScreen({ providers: [{ name: 'other', label: 'Test Issuer' }] });
  expect(await screen.findByRole('button', { name: 'Continue with Test Issuer' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Continue with Passkey' })).toBeNull();
});

test('a hub without administrator says where its set-up begins', async () => {
  await openScreen({ registration: 'closed', registration_open: false, setup_required: true });
  expect(await screen.findByText(/Open the set-up link from the terminal/)).toBeInTheDocument();
  expect(screen.queryByText(/Registration is closed/)).not.toBeInTheDocument();
});

test('the sign-in page of a private hub has no title of its own, and no link to the home page', async () => {
  setSiteSettings({ ...getSiteSettings(), name: 'Our Shelf', isPrivate: true });
  try {
    await openScreen();
    expect(screen.getByText('This hub is private. Sign in to read it.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Back to home' })).toBeNull();
    expect(document.title).toBe('Our Shelf');
  } finally {
    act(() => {
      setSiteSettings({ ...getSiteSettings(), name: '', isPrivate: false });
    });
  }
});
