import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { offline, problem, stubApi } from '../../../test/stub-api';
import { SetupScreen } from './setup-screen';

const SETUP = 'POST /setup';
let user: UserEvent;
beforeEach(() => {
  sessionStorage.clear();
  user = userEvent.setup();
});

async function openScreen(fragment: string) {
  const api = stubApi({});
  window.history.replaceState(null, '', `/setup${fragment}`);
  await renderScreen(<SetupScreen />, { path: '/setup' });
  return api;
}
const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' });
const create = () => user.click(screen.getByRole('button', { name: 'Create account' }));

test('asks for what is missing, keeps what was typed, and says when the link is no longer valid', async () => {
  const api = await openScreen('#token=abc');
  expect(window.location.hash).toBe('');
  await create();
  expect(screen.getByText('Name is required')).toBeInTheDocument();
  expect(screen.getByText('Email is required')).toBeInTheDocument();
  expect(field(/^Full name/)).toHaveFocus();
  await user.type(field(/^Full name/), 'Ada');
  await user.type(field(/^Email/), 'ada@example.org');
  await user.type(field(/^Password/), 'correct horse');
  api.on(SETUP, offline);
  await create();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(field(/^Password/)).toHaveValue('correct horse');
  expect(api.sent(SETUP)[0]?.body).toEqual({
    token: 'abc',
    name: 'Ada',
    email: 'ada@example.org',
    password: 'correct horse',
  });
  api.on(SETUP, problem(404, { code: 'not_found' }));
  await create();
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeInTheDocument();
});

test('a reload keeps the link until it is used or no longer valid', async () => {
  await openScreen('#token=abc');
  cleanup();
  const api = await openScreen('');
  await user.type(field(/^Full name/), 'Ada');
  await user.type(field(/^Email/), 'ada@example.org');
  await user.type(field(/^Password/), 'correct horse');
  api.on(SETUP, problem(404, { code: 'not_found' }));
  await create();
  expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeInTheDocument();
  expect(api.sent(SETUP)[0]?.body).toMatchObject({ token: 'abc' });
  cleanup();
  await openScreen('');
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeInTheDocument();
});

test('a link without its token says so', async () => {
  await openScreen('');
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeInTheDocument();
});
