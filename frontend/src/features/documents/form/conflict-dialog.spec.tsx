import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { EditDocumentScreen } from './edit-document-screen';

const title = () => screen.getByRole('textbox', { name: 'Title' });
const content = () => screen.getByRole('textbox', { name: 'Content' });
const saveButton = () => screen.getByRole('button', { name: 'Save draft' });
const findDialog = () => screen.findByRole('alertdialog', { name: 'Anna saved this document' });
const stale = problem(409, {
  code: 'stale_version',
  detail: 'There is a newer version.',
  saved_by: { id: 'anna', name: 'Anna' },
});

let user: UserEvent;
let account: ReturnType<typeof createUser>;
beforeEach(() => {
  account = createUser();
  user = userEvent.setup();
});

const base = createDocument({ title: 'Title', content: 'one\n\ntwo\n\nthree' });

/** Opens the document in version 1, which another author then saves with the changes. */
async function open(changes: Partial<DocumentResponse> = {}) {
  const api = stubApi({ 'GET /categories': ok([]), [`GET /documents/${base.id}`]: ok(base) });
  const { getPath } = await renderScreen(<EditDocumentScreen id={base.id} />, {
    user: account,
    path: '/docs/title/edit',
  });
  await screen.findByRole('textbox', { name: 'Title' });
  const theirs = {
    ...base,
    content: 'one\n\ntwo\n\nTHEIRS',
    summary: 'Their summary',
    ...changes,
    version: 2,
    updated_at: '2026-01-02T14:02:00Z',
  };
  const put = `PUT /admin/documents/${base.id}`;
  api.on(`GET /documents/${base.id}`, ok(theirs));
  api.on(`GET /documents/${base.id}/revisions/1`, ok({ version: 1, snapshot: base }));
  api.on(put, stale);
  return { api, getPath, put, theirs };
}

/** Edits the first line of the content and the title, and saves. */
async function editAndSave() {
  await user.type(title(), ' by me');
  await user.type(content(), 'MINE ', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await user.click(saveButton());
  return findDialog();
}

const MINE = 'MINE one\n\ntwo\n\nthree';

test('shows both texts and focuses the choice that changes nothing', async () => {
  await open();
  const dialog = await editAndSave();
  expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
  expect(dialog).toHaveAccessibleDescription('Compare both texts, then decide. Until you do, neither is lost.');
  const theirsLabel = /Saved by Anna, 02\.01\.2026, \d\d:02 \(version 2\)/;
  const comparison = await within(dialog).findByRole('group', { name: 'Content' });
  expect(comparison).toHaveTextContent(theirsLabel);
  // Theirs at the end is combined already: what is left is the own change.
  expect(within(comparison).getByRole('status')).toHaveTextContent(/Change 1 of 1.*Removed: one.*Added: MINE one/);
  expect(within(dialog).getByText(/Changed only in the saved version: Summary\./)).toBeInTheDocument();
  expect(saveButton()).not.toHaveAttribute('aria-busy');
});

test('keeps the keyboard focus inside', async () => {
  await open();
  const dialog = await editAndSave();
  const firstStop = await within(dialog).findByRole('radio', { name: /Saved by Anna/ });
  await user.tab();
  expect(firstStop).toHaveFocus();
  await user.tab({ shift: true });
  expect(within(dialog).getByRole('button', { name: 'Keep editing' })).toHaveFocus();
});

test.each([
  ['Escape', () => user.keyboard('{Escape}')],
  ['“Keep editing”', () => user.click(screen.getByRole('button', { name: 'Keep editing' }))],
])('%s closes it, keeps the own text and returns the focus', async (_name, close) => {
  const { api, put } = await open();
  const dialog = await editAndSave();
  await close();
  expect(dialog).not.toBeInTheDocument();
  expect(title()).toHaveValue('Title by me');
  expect(content()).toHaveValue(MINE);
  expect(screen.getByRole('textbox', { name: 'Summary' })).toHaveValue('');
  expect(saveButton()).toHaveFocus();
  expect(api.sent(put)).toHaveLength(1);

  await user.click(saveButton());
  expect(await findDialog()).toBeInTheDocument();
  expect(api.sent(put)[1]?.body).toMatchObject({ version: 1 });
});

test('“Use my text” saves the own changes on top of theirs', async () => {
  const { api, put, theirs, getPath } = await open();
  await editAndSave();
  api.on(put, ok({ ...theirs, version: 3 }));
  await user.click(screen.getByRole('button', { name: 'Use my text' }));
  expect(await screen.findByText('Document updated successfully!')).toBeInTheDocument();
  expect(getPath()).toBe('/docs/title/edit');
  expect(content()).toHaveValue(MINE);
  expect(api.sent(put)).toHaveLength(2);
  expect(api.sent(put)[1]?.body).toMatchObject({
    title: 'Title by me',
    content: MINE,
    summary: 'Their summary',
    version: 2,
  });
});

test('“Use my text” loses nothing when that save fails too', async () => {
  const { api, put, theirs, getPath } = await open();
  await editAndSave();
  api.on(put, offline);
  await user.click(screen.getByRole('button', { name: 'Use my text' }));
  const alert = await screen.findByRole('alertdialog', { name: 'The document was not saved' });
  await user.click(within(alert).getByRole('button', { name: 'OK' }));
  expect(content()).toHaveValue(MINE);

  api.on(put, ok({ ...theirs, version: 3 }));
  await user.click(saveButton());
  expect(await screen.findByText('Document updated successfully!')).toBeInTheDocument();
  expect(getPath()).toBe('/docs/title/edit');
  expect(api.sent(put)[2]?.body).toMatchObject({ content: MINE, summary: 'Their summary', version: 2 });
});

test('“Use my text” shows the next conflict when there is another version again', async () => {
  const { api, put, theirs } = await open();
  await editAndSave();
  api.on(`GET /documents/${base.id}`, ok({ ...theirs, content: 'one\n\ntwo\n\nTHIRD', version: 3 }));
  api.on(`GET /documents/${base.id}/revisions/2`, ok({ version: 2, snapshot: theirs }));
  await user.click(screen.getByRole('button', { name: 'Use my text' }));
  expect(await screen.findByText(/Version 3 stays in the revisions/)).toBeInTheDocument();
  expect(content()).toHaveValue(MINE);
  expect(api.sent(put)[1]?.body).toMatchObject({ version: 2 });
});

test('“Use the saved text” puts their text into the form, and the own text can be restored', async () => {
  const { api, put, theirs } = await open();
  await editAndSave();
  await user.click(screen.getByRole('button', { name: 'Use the saved text' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(content()).toHaveValue(theirs.content);
  expect(title()).toHaveValue('Title');
  expect(screen.getByText(/The form now has the saved text/)).toBeInTheDocument();
  expect(api.sent(put)).toHaveLength(1);

  await user.click(screen.getByRole('button', { name: 'Restore mine' }));
  expect(content()).toHaveValue(MINE);
  expect(title()).toHaveValue('Title by me');
  expect(screen.queryByRole('button', { name: 'Restore mine' })).not.toBeInTheDocument();
  api.on(put, ok({ ...theirs, version: 3 }));
  await user.click(saveButton());
  await screen.findByText('Document updated successfully!');
  expect(api.sent(put)[1]?.body).toMatchObject({ content: MINE, summary: 'Their summary', version: 2 });
});

test('“Use the combined text” puts both changes into the form to be reviewed and saved', async () => {
  const { api, put, theirs } = await open();
  await editAndSave();
  await user.click(screen.getByRole('button', { name: 'Use the combined text' }));
  expect(content()).toHaveValue('MINE one\n\ntwo\n\nTHEIRS');
  expect(title()).toHaveValue('Title by me');
  expect(screen.getByRole('textbox', { name: 'Summary' })).toHaveValue('Their summary');
  expect(screen.getByText(/Both texts are combined in the form/)).toBeInTheDocument();
  expect(api.sent(put)).toHaveLength(1);

  api.on(put, ok({ ...theirs, version: 3 }));
  await user.click(saveButton());
  await screen.findByText('Document updated successfully!');
  expect(api.sent(put)[1]?.body).toMatchObject({ content: 'MINE one\n\ntwo\n\nTHEIRS', version: 2 });
});

test('decides about single changes and fields, and what both changed is named', async () => {
  await open({ content: 'THEIRS one\n\ntwo\n\nthree', title: 'Their title' });
  await user.type(content(), '\n\nLAST', { initialSelectionStart: base.content.length });
  const dialog = await editAndSave();
  const comparison = await within(dialog).findByRole('group', { name: 'Content' });
  const status = within(comparison).getByRole('status');
  expect(status).toHaveTextContent(/Change 1 of 2 · both of you changed this/);
  await user.click(within(comparison).getByRole('button', { name: 'Next change' }));
  expect(status).toHaveTextContent(/^Change 2 of 2 Added: LAST|^Change 2 of 2 .*LAST/);
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await user.click(within(comparison).getByRole('button', { name: 'Take theirs' }));
  expect(status).toHaveTextContent(/Change 1 of 1/);
  await user.click(within(comparison).getByRole('button', { name: 'Keep mine' }));
  expect(status).toHaveTextContent('Every change is decided.');
  await user.click(within(dialog).getByRole('radio', { name: /Their title/ }));
  await user.click(screen.getByRole('button', { name: 'Use the combined text' }));
  expect(content()).toHaveValue('THEIRS one\n\ntwo\n\nthree\n\nLAST');
  expect(title()).toHaveValue('Their title');

  await user.click(screen.getByRole('button', { name: 'Restore mine' }));
  expect(content()).toHaveValue(`${MINE}\n\nLAST`);
  expect(title()).toHaveValue('Title by me');
});

test('includes what was typed while the save was in progress', async () => {
  const { api, put, theirs } = await open();
  const { handler, respond } = deferResponse();
  api.on(put, handler);
  await user.type(content(), ' first');
  await user.click(saveButton());
  await user.type(content(), ' second');
  respond(stale);
  await findDialog();
  api.on(put, ok({ ...theirs, version: 3 }));
  await user.click(screen.getByRole('button', { name: 'Use my text' }));
  expect(await screen.findByText('Document updated successfully!')).toBeInTheDocument();
  expect(api.sent(put)[1]?.body).toMatchObject({ content: `${base.content} first second` });
});

test('names the own account when the other version was saved in another window', async () => {
  const { api, put } = await open();
  api.on(put, problem(409, { code: 'stale_version', saved_by: { id: account.id, name: account.name } }));
  await user.type(content(), ' mine');
  await user.click(saveButton());
  const dialog = await screen.findByRole('alertdialog', { name: 'You saved this document in another window' });
  expect(await within(dialog).findByRole('group', { name: 'Content' })).toHaveTextContent(/Saved by you, /);
});

test('without the other version an error is shown, and nothing typed is lost', async () => {
  const { api } = await open();
  api.on(`GET /documents/${base.id}`, problem(404, { detail: 'There is no such document.' }));
  await user.type(content(), ' mine');
  await user.click(saveButton());
  const dialog = await screen.findByRole('alertdialog', { name: 'The document was not saved' });
  expect(dialog).toHaveAccessibleDescription('There is a newer version.');
  expect(content()).toHaveValue(`${base.content} mine`);
});
