import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import DocumentMenu from './document-menu';

const POST = 'POST /documents';
const abilities = createDocument().abilities;

async function open({ canEdit = true, permissions = ['content.create'] } = {}) {
  const document = createDocument({
    title: 'Knots',
    content: 'Over, under.',
    tags: ['sea'],
    abilities: abilities && { ...abilities, edit: canEdit, publish: false },
  });
  const api = stubApi({ [POST]: ok(createDocument({ id: 'copy' }), 201) });
  const user = { ...createUser(), permissions };
  const { getPath } = await renderScreen(<DocumentMenu document={document} />, { user, path: '/docs/knots' });
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  return { api, document, getPath };
}
const item = (name: string) => screen.queryByRole('menuitem', { name });

test('Duplicate creates a draft of the same text and opens it for editing', async () => {
  const { api, getPath } = await open();
  await userEvent.click(item('Duplicate')!);
  await waitFor(() => {
    expect(getPath()).toBe('/docs/copy/edit');
  });
  expect(api.sent(POST)[0]?.body).toMatchObject({
    title: 'Copy of Knots',
    content: 'Over, under.',
    tags: ['sea'],
    status: 'DRAFT',
  });
});

test('a copy that is refused is explained', async () => {
  const { api, getPath } = await open();
  api.on(POST, problem(403, { detail: 'You may not write.' }));
  await userEvent.click(item('Duplicate')!);
  expect(await screen.findByRole('alertdialog', { name: 'The document was not duplicated' })).toHaveTextContent(
    'You may not write.',
  );
  expect(getPath()).toBe('/docs/knots');
});

test('History leads to the revisions, for users who may edit or publish', async () => {
  const { document } = await open();
  expect(item('History')).toHaveAttribute('href', `/docs/${document.id}/revisions`);
});

test('readers have neither History nor, without the permission to write, Duplicate', async () => {
  await open({ canEdit: false, permissions: [] });
  expect(item('Copy link')).toBeVisible();
  expect([item('History'), item('Duplicate')]).toEqual([null, null]);
});
