import { expect, test } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import DocumentActions from './document-actions';

const author = createUser();
const reviewer = createUser();

type Abilities = NonNullable<DocumentResponse['abilities']>;

async function open(changes: Partial<DocumentResponse>, abilities: Partial<Abilities>, user = author) {
  stubApi({});
  const none = { publish: false, submit: false, withdraw: false, archive: false, review: false };
  const document = createDocument({ author_id: author.id, ...changes });
  document.abilities = { ...document.abilities!, ...none, ...abilities };
  await renderScreen(<DocumentActions document={document} />, { user });
  return document;
}
const button = (name: string) => screen.queryByRole('button', { name });
const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'More actions' }));
const item = (name: string) => screen.queryByRole('menuitem', { name });

test('what was sent back is submitted again by its author, not by the next click of the reviewer', async () => {
  const returned = { status: 'DRAFT', review_note: 'Shorter.' } as const;
  await open(returned, { submit: true });
  expect(button('Submit for review')).toBeVisible();
  cleanup();
  await open(returned, { submit: true, publish: true }, reviewer);
  expect([button('Submit for review'), button('Publish')]).toEqual([null, null]);
  await openMenu();
  expect(item('Submit for review')).toBeVisible();
  expect(item('Publish')).toBeVisible();
});

test('the author withdraws what waits, a reviewer makes it a draft', async () => {
  await open({ status: 'IN_REVIEW' }, { withdraw: true });
  await openMenu();
  expect([item('Withdraw'), item('Back to draft')]).toEqual([expect.anything(), null]);
  cleanup();
  await open({ status: 'IN_REVIEW' }, { withdraw: true, review: true }, reviewer);
  await openMenu();
  expect([item('Withdraw'), item('Back to draft')]).toEqual([null, expect.anything()]);
});

const links = (total: number) => ({
  ...ok(['Knots', 'Ropes', 'Sails'].slice(0, total).map((title) => ({ title }))),
  headers: { 'X-Total-Count': String(total) },
});

test.each([
  ['nothing', links(0), 'trash.'],
  ['a page', links(1), 'trash. 1 page links to this: Knots. These links will lead nowhere.'],
  ['two pages', links(2), 'trash. 2 pages link to this: Knots, Ropes. These links will lead nowhere.'],
  [
    'many pages',
    links(12),
    'trash. 12 pages link to this, such as Knots, Ropes, Sails. These links will lead nowhere.',
  ],
  ['what cannot be loaded', problem(500), 'trash.'],
])('who deletes a document to which %s links reads it before', async (_case, response, end) => {
  const document = await open({ title: 'Boats' }, { delete: true });
  stubApi({
    [`GET /content/document/${document.id}/pages-below`]: ok({ count: 0 }),
    [`GET /links/document/${document.id}`]: response,
  });
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this document?' });
  const text = question.textContent ?? '';
  expect(text).toContain('Are you sure you want to delete “Boats”? You can restore it from the');
  expect(text.slice(text.indexOf('trash.'), text.indexOf('Cancel')).trim()).toBe(end);
});
