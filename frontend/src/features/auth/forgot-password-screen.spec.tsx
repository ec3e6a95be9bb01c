import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import { ForgotPasswordScreen } from './forgot-password-screen';

test.each([
  ['sends a link', true],
  ['says who can help instead', false],
])('a hub with mail: %s', async (_what, mail_configured) => {
  stubApi({ 'GET /auth/providers': ok({ providers: [], mail_configured }) });
  await renderScreen(<ForgotPasswordScreen />);
  if (mail_configured) expect(await screen.findByRole('button', { name: 'Send the link' })).toBeInTheDocument();
  else {
    expect(await screen.findByText(/^This hub can’t send email\. Please ask an administrator/)).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
  }
});
