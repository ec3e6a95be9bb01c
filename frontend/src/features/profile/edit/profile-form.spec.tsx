import { beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, ok, problem, stubApi } from '../../../../test/stub-api';
import { ProfileForm } from './profile-form';

const bio = () => screen.getByRole('textbox', { name: 'Bio' });
const save = () => screen.getByRole('button', { name: 'Save profile' });
const PUT = 'PUT /profile';

let user: UserEvent;
let account: ReturnType<typeof createUser>;
beforeEach(() => {
  user = userEvent.setup();
  account = createUser({ notification_preferences: { in_app: true, email: false } });
});

async function open() {
  const api = stubApi({ 'GET /auth/providers': ok({ providers: [], mail_configured: true }) });
  await renderScreen(<ProfileForm user={account} />, { user: account });
  return api;
}

test('what is typed during a save stays, and is saved with the next one', async () => {
  const api = await open();
  const { handler, respond } = deferResponse();
  api.on(PUT, handler);
  await user.type(bio(), 'First');
  await user.dblClick(save());
  await user.type(bio(), ' and more');
  respond(ok({ ...account, bio: 'First', profile_bio: 'First' }));
  expect(await screen.findAllByText('Profile updated successfully!')).toHaveLength(1);
  expect(bio()).toHaveValue('First and more');

  api.on(PUT, ok({ ...account, bio: 'First and more', profile_bio: 'First and more' }));
  await user.click(save());
  expect(api.sent(PUT).map(({ body }) => (body as { bio: string }).bio)).toEqual(['First', 'First and more']);
});

test.each(['leaving the field', 'Enter'])('https:// is added to the website by %s', async (way) => {
  const api = await open();
  const website = screen.getByRole('textbox', { name: 'Website' });
  api.on(PUT, ok({ ...account, website: 'https://ada.example' }));
  await user.type(website, way === 'Enter' ? 'ada.example{Enter}' : 'ada.example');
  if (way !== 'Enter') await user.click(save());
  expect(await screen.findByText('Profile updated successfully!')).toBeInTheDocument();
  expect(api.sent(PUT)[0]?.body).toMatchObject({ website: 'https://ada.example' });
  expect(website).toHaveValue('https://ada.example');
});

test('a field that the server refuses shows its limit and the error of the form', async () => {
  const api = await open();
  const message = 'The bio must have at most 2000 characters.';
  api.on(PUT, problem(400, { detail: message, errors: [{ field: 'bio', message }] }));
  await user.type(bio(), 'Long');
  await user.click(save());
  expect(await screen.findByText('Error updating profile')).toBeInTheDocument();
  expect(bio()).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(bio()).toHaveValue('Long');
});
