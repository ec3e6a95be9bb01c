import type { Page } from '@playwright/test';
import type { Hub, TestUser } from './hub.js';

/** A category, thread or post. */
export interface Created {
  id: string;
}

/** @param admin creates it; a new admin without one */
export async function createCategory(hub: Hub, name = 'Talk', admin?: TestUser): Promise<Created> {
  return hub.api(admin ?? (await hub.createUser('ADMIN')), 'POST', '/forum/categories', {
    name: `${name} ${Date.now()}`,
    description: 'Questions and answers',
    icon: 'users',
  });
}

export const startThread = (hub: Hub, author: TestUser, category: Created, fields: object = {}) =>
  hub.api<Created>(author, 'POST', `/forum/categories/${category.id}/threads`, {
    title: 'How is it done?',
    content: 'Please **tell** me.',
    ...fields,
  });

export const reply = (hub: Hub, author: TestUser, thread: Created, content: string) =>
  hub.api<Created>(author, 'POST', `/forum/threads/${thread.id}/posts`, { content });

export const post = (page: Page, number: number) =>
  page.getByRole('listitem', { name: new RegExp(`^Post ${number} by`) });
/** Of the quick reply. */
export const replyField = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });
/** Posts the quick reply. */
export const send = (page: Page) => page.getByRole('button', { name: 'Post Reply' });
