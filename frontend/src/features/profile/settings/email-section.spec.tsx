import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { EmailSection } from './email-section';

async function open(email_verified: boolean, mail_configured: boolean) {
  stubApi({ 'GET /auth/providers': ok({ providers: [], mail_configured }) });
  const user = createUser({ email_verified });
  await renderScreen(<EmailSection user={user} />, { user });
}
const resend = () => screen.queryByRole('button', { name: 'Resend email' });

test('an unconfirmed address can be confirmed by mail', async () => {
  await open(false, true);
  expect(await screen.findByText('Not confirmed')).toBeInTheDocument();
  expect(resend()).toBeInTheDocument();
});

test('without a mail server nothing is offered that could never succeed', async () => {
  await open(false, false);
  expect(await screen.findByText(/^This hub can’t send email/)).toBeInTheDocument();
  expect(screen.queryByText('Not confirmed')).toBeNull();
  expect(resend()).toBeNull();
});

test('a confirmed address is shown as that', async () => {
  await open(true, true);
  expect(screen.getByText('Confirmed')).toBeInTheDocument();
  expect(resend()).toBeNull();
});
