const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** Texts of registering by invitation, by email domain and by a link. */
export const registrationTexts = {
  byInvitation: 'No account yet? Registration is by invitation. Please ask an administrator.',
  byDomain: (domains: readonly string[]) =>
    domains.length > 0
      ? `You need an email address at ${alternatives.format(domains)}.`
      : 'Registration is closed. Please contact an administrator.',
  byLink: 'We’ll email you a link to create your account.',
  sendLink: 'Send the link',
  linkFailed: 'The link could not be sent. Please try again.',
  linkSentTitle: 'Check your email',
  invitation: {
    title: 'Create your account',
    pageTitle: 'Invitation',
    invitedBy: (inviter: string, role: string) => `${inviter} invited you with the role ${role}.`,
    requested: 'Your email address is confirmed by this link.',
    emailFixed: 'The invitation is for this address.',
    invalidTitle: 'This invitation is no longer valid',
    invalid: 'It has expired, was revoked or has already been used. Please ask for a new one.',
    failed: 'The invitation could not be loaded.',
    noTokenTitle: 'This link is incomplete',
    noToken: 'Open the full link from the email.',
    toLogin: 'Back to sign in',
  },
};
