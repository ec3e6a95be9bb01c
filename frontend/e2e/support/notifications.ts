import type { Page } from '@playwright/test';
import { expect, type test, type TestUser } from './hub.js';

export type Hub = Parameters<Parameters<typeof test>[2]>[0]['hub'];

export const unread = async (hub: Hub, person: TestUser) =>
  (await hub.api<{ unread_count: number }>(person, 'GET', '/notifications/unread-count')).unread_count;

/** Creates a contributor who has read the notification about the role. */
export async function createAuthor(hub: Hub): Promise<TestUser> {
  const author = await hub.createUser('CONTRIBUTOR');
  await expect.poll(() => unread(hub, author)).toBe(1);
  await hub.api(author, 'PUT', '/notifications/read-all');
  return author;
}

/** Resolves when a tab of the browser has opened the notification stream. */
export const listening = (page: Page) =>
  page.context().waitForEvent('response', (response) => response.url().endsWith('/notifications/stream'));

export const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
