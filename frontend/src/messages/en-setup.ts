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

/** Texts of the first steps on the administrators' home page. */
export const checklistTexts = {
  title: 'Set up your hub',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  dismiss: 'Dismiss',
  dismissFailed: 'The checklist was not dismissed',
  done: 'Done',
  keep: 'Keep as it is',
  actionNamed: (action: string, step: string) => `${action}: ${step}`,
  keepFailed: 'The setting was not kept',
  useDefaults: 'Use the default categories',
  useDefaultsFailed: 'The categories were not created',
  steps: {
    name: { title: 'Name and logo', text: 'Give the hub your name, logo and color.' },
    access: { title: 'Who can register', text: 'Everyone, invited people only, or addresses of your domain.' },
    mail: { title: 'Email', text: 'Set SMTP_URL, then send yourself a test. Without it, you pass on links yourself.' },
    categories: { title: 'Categories', text: 'Group documents and videos by topic.' },
    community: { title: 'Community', text: 'Create the categories for questions and discussions.' },
    people: { title: 'Invite people', text: 'Paste a list of addresses.' },
    document: { title: 'First document', text: 'Write one, or import a ZIP of Markdown files.' },
    backup: { title: 'Backup', text: 'Create the first one on the dashboard. How often is in the settings.' },
    demo: { title: 'Demo content', text: 'This hub has demo content. Remove it when you no longer need it.' },
  },
};
