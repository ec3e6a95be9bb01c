import type { Page } from '@playwright/test';
import type { Hub, TestUser } from './hub.js';

/** A category, thread or post. */
export interface Created {
  id: string;
}

export interface Category extends Created {
  name: string;
}

let number = 0;

/** @param admin creates it; a new admin without one */
export async function createCategory(hub: Hub, name = 'Talk', admin?: TestUser): Promise<Category> {
  return hub.api(admin ?? (await hub.createUser('ADMIN')), 'POST', '/forum/categories', {
    name: `${name} ${Date.now()} ${++number}`,
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

export const post = (page: Page, postNumber: number) =>
  page.getByRole('listitem', { name: new RegExp(`^Post ${postNumber} by`) });
/** The button of the menu of a post. */
export const postMenu = (page: Page, postNumber: number) =>
  page.getByRole('button', { name: `More actions for post ${postNumber}`, exact: true });
/** Of the quick reply. */
export const replyField = (page: Page) => page.getByRole('textbox', { name: 'Your reply' });
/** Posts the quick reply. */
export const send = (page: Page) => page.getByRole('button', { name: 'Post Reply' });

/** Chooses an entry of the menu of a post. */
export async function choosePostAction(page: Page, postNumber: number, entry: string): Promise<void> {
  await postMenu(page, postNumber).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
