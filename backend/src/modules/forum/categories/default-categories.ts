/** What "Setup Default Categories" creates. */
export const defaultCategories = [
  {
    name: 'General',
    description: 'Introductions, news and everything else',
    icon: 'users',
    color: '#8B5CF6',
  },
  {
    name: 'Questions',
    description: 'Ask how things are done, and mark the reply that helped',
    icon: 'compass',
    color: '#3B82F6',
  },
  {
    name: 'Ideas',
    description: 'What is missing in the documents and videos, and what could be better',
    icon: 'bulb',
    color: '#10B981',
  },
  {
    name: 'Show and tell',
    description: 'What you have made, moved or found out, and how you did it',
    icon: 'rocket',
    color: '#EC4899',
  },
];
