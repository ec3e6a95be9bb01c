/** Texts of the page that creates the first administrator. */
export const setupTexts = {
  title: 'Set up your hub',
  lead: 'Create the administrator’s account. You can invite others afterwards.',
  method: 'How you sign in',
  withPassword: 'Password',
  withPasskey: 'Passkey',
  passkeyHint: 'Sign in with your fingerprint, face or screen lock. Your device asks for it in the next step.',
  create: 'Create account',
  createWithPasskey: 'Create account with a passkey',
  failed: 'The account could not be created. Please try again.',
  invalidTitle: 'This link is no longer valid',
  invalid: 'It is older than an hour, or the hub has an administrator already. Restart the hub to get a new link.',
  noTokenTitle: 'This link is incomplete',
  noToken: 'Open the full link from the terminal in which the hub runs.',
  toLogin: 'Back to sign in',
};
