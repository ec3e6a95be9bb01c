/** Demo content besides the texts in content/: a user for each role, and categories. */

export const demoUsers = [
  { role: 'ADMIN', email: 'admin@example.org', name: 'Amina Adler' },
  { role: 'EDITOR', email: 'editor@example.org', name: 'Emil Engel' },
  { role: 'REVIEWER', email: 'reviewer@example.org', name: 'Rosa Richter' },
  { role: 'CONTRIBUTOR', email: 'contributor@example.org', name: 'Clara Conrad' },
  { role: 'VIEWER', email: 'viewer@example.org', name: 'Viktor Vogel' },
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
