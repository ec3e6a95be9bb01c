import { beforeEach } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CreateDocumentScreen } from '../src/features/documents/form/create-document-screen';
import { createUser } from './fixtures';
import { renderScreen } from './render-screen';
import { ok, stubApi } from './stub-api';

/* The form of a new document. */

export const title = () => screen.getByRole('textbox', { name: 'Title' });
export const content = () => screen.getByRole('textbox', { name: 'Content' });
export const slug = () => screen.getByRole('textbox', { name: 'Slug' });
export const button = (name: string) => screen.getByRole('button', { name });

/**
 * Signs in a new account before each test of a file.
 * @returns functions that open the form and type into it, and the user who types
 */
export function setUpNewDocument() {
  let account = createUser();
  let user = userEvent.setup();
  beforeEach(() => {
    account = createUser();
    user = userEvent.setup();
  });
  return {
    get account() {
      return account;
    },
    get user() {
      return user;
    },
    open: async (handlers: Parameters<typeof stubApi>[0] = {}) => {
      const api = stubApi({ 'GET /categories': ok([]), 'GET /documents': ok([]), ...handlers });
      const { getPath } = await renderScreen(<CreateDocumentScreen />, { user: account, path: '/docs/create' });
      await screen.findByRole('textbox', { name: 'Title' });
      return { api, getPath };
    },
    write: async (words: { title: string; content: string }) => {
      await user.type(title(), words.title);
      await user.type(content(), words.content);
    },
  };
}
