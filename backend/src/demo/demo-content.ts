/** Demo content besides the texts in content/: a user for each role, and categories. */

/** `handle` also names the portrait in content/avatars. */
export const demoUsers = [
  {
    role: 'ADMIN',
    email: 'admin@example.org',
    name: 'Amina Adler',
    handle: 'amina-adler',
    joinedDaysAgo: 210,
    bio: 'Runs this hub and the machines below it. Ask me about backups, updates and access.',
    skills: ['PostgreSQL', 'Linux', 'Networks'],
    location: 'Hamburg',
  },
  {
    role: 'EDITOR',
    email: 'editor@example.org',
    name: 'Emil Engel',
    handle: 'emil-engel',
    joinedDaysAgo: 205,
    bio: 'Keeps the documents in order and welcomes new colleagues.',
    skills: ['Editing', 'Onboarding', 'Accessibility'],
    location: 'Leipzig',
  },
  {
    role: 'REVIEWER',
    email: 'reviewer@example.org',
    name: 'Rosa Richter',
    handle: 'rosa-richter',
    joinedDaysAgo: 190,
    bio: 'Developer who reads what others write, code and documents alike.',
    skills: ['TypeScript', 'Code review', 'Testing'],
    location: 'Köln',
  },
  {
    role: 'CONTRIBUTOR',
    email: 'contributor@example.org',
    name: 'Clara Conrad',
    handle: 'clara-conrad',
    joinedDaysAgo: 185,
    bio: 'Writes guides, takes notes and moves old wikis to new places.',
    skills: ['Technical writing', 'Markdown'],
    location: 'Graz',
  },
  {
    role: 'VIEWER',
    email: 'viewer@example.org',
    name: 'Viktor Vogel',
    handle: 'viktor-vogel',
    joinedDaysAgo: 75,
    bio: 'New in the team and curious.',
    skills: ['Asking questions'],
    location: 'Basel',
  },
];

export const categories = [
  {
    name: 'First steps',
    description: 'Find your way around the hub',
    icon: 'compass',
    color: '#0F766E',
    order_index: 1,
  },
  {
    name: 'Writing',
    description: 'How to write documents people like to read',
    icon: 'pencil',
    color: '#7C3AED',
    order_index: 2,
  },
  {
    name: 'Teamwork',
    description: 'Working together: reviews, meetings, new colleagues',
    icon: 'users',
    color: '#2563EB',
    order_index: 3,
  },
  {
    name: 'Development',
    description: 'For those who build: the API, code and accessibility',
    icon: 'code',
    color: '#BE185D',
    order_index: 4,
  },
  {
    name: 'Operations',
    description: 'Running the hub: backups, incidents, configuration',
    icon: 'server',
    color: '#B45309',
    order_index: 5,
  },
];
