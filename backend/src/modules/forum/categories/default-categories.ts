interface DefaultCategory {
  name: string;
  description: string;
  icon: string;
  color: string;
  subcategories?: DefaultCategory[];
}

/** What "Setup Default Categories" creates. */
export const defaultCategories: DefaultCategory[] = [
  {
    name: 'Announcements',
    description: 'News about this hub and what is planned',
    icon: 'rocket',
    color: '#DC2626',
  },
  {
    name: 'Questions',
    description: 'Ask how things are done, and mark the reply that helped',
    icon: 'book',
    color: '#3B82F6',
    subcategories: [
      { name: 'Getting started', description: 'First steps and sign-in', icon: 'compass', color: '#0EA5E9' },
      { name: 'Troubleshooting', description: 'When something does not work', icon: 'tool', color: '#F59E0B' },
    ],
  },
  {
    name: 'Ideas and feedback',
    description: 'What is missing in the documents and videos, and what could be better',
    icon: 'bulb',
    color: '#10B981',
  },
  {
    name: 'General discussion',
    description: 'Everything else',
    icon: 'users',
    color: '#8B5CF6',
  },
];
