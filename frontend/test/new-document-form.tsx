import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { CreateDocumentScreen } from '../src/features/documents/form/create-document-screen';
import type { createUser } from './fixtures';
import { renderScreen } from './render-screen';
import { ok, stubApi } from './stub-api';

/* The form of a new document. */

export const title = () => screen.getByRole('textbox', { name: 'Title' });
export const content = () => screen.getByRole('textbox', { name: 'Content' });
export const slug = () => screen.getByRole('textbox', { name: 'Slug' });
export const button = (name: string) => screen.getByRole('button', { name });

/** @returns the requests it sends, and the path of the page */
export async function openNewDocument(
  account: ReturnType<typeof createUser>,
  handlers: Parameters<typeof stubApi>[0] = {},
) {
  const api = stubApi({ 'GET /categories': ok([]), ...handlers });
  const { getPath } = await renderScreen(<CreateDocumentScreen />, { user: account, path: '/docs/create' });
  await screen.findByRole('textbox', { name: 'Title' });
  return { api, getPath };
}

export async function writeDocument(user: UserEvent, words: { title: string; content: string }): Promise<void> {
  await user.type(title(), words.title);
  await user.type(content(), words.content);
}
