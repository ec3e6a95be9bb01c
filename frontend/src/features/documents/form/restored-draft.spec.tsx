import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { findDraft, getDraftScope, storeDraft, type Draft } from '../../editing/drafts/draft-store';
import { emptyValues, toFormValues, type DocumentValues } from './document-values';
import { CreateDocumentScreen } from './create-document-screen';
import { EditDocumentScreen } from './edit-document-screen';

const title = () => screen.getByRole('textbox', { name: 'Title' });
const content = () => screen.getByRole('textbox', { name: 'Content' });
const button = (name: string) => screen.getByRole('button', { name });
const findNotice = () => screen.findByText(/Restored your unsaved text from/);

let account: ReturnType<typeof createUser>;
let user: UserEvent;
beforeEach(() => {
  account = createUser();
  user = userEvent.setup();
});

async function openNew(handlers: Parameters<typeof stubApi>[0] = {}) {
  const api = stubApi({ 'GET /categories': ok([]), 'GET /documents': ok([]), ...handlers });
  const { getPath } = await renderScreen(<CreateDocumentScreen />, { user: account, path: '/docs/create' });
  await screen.findByRole('textbox', { name: 'Title' });
  return { api, getPath };
}

async function openExisting(document = createDocument()) {
  const put = `PUT /admin/documents/${document.id}`;
  const api = stubApi({ 'GET /categories': ok([]), [`GET /documents/${document.id}`]: ok(document) });
  const { getPath } = await renderScreen(<EditDocumentScreen id={document.id} />, { user: account, path: '/edit' });
  await screen.findByRole('textbox', { name: 'Title' });
  return { api, getPath, put };
}

/** Stores a draft as an earlier visit would have done. */
function storeEarlierDraft(
  documentId: string | undefined,
  values: Partial<DocumentValues>,
  changes: Partial<Draft> = {},
) {
  const draft = { values: { ...emptyValues, ...values }, typedAt: Date.now() - 60_000, ...changes };
  return storeDraft(`${getDraftScope(account.id, documentId)}/earlier`, draft);
}

describe('in the form of a new document', () => {
  test('is what was typed before the page was left', async () => {
    await openNew();
    await user.type(title(), 'Half a title');
    await user.type(content(), 'Half a text');
    cleanup();

    await openNew();
    expect(await findNotice()).toBeInTheDocument();
    expect(title()).toHaveValue('Half a title');
    expect(content()).toHaveValue('Half a text');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('half-a-title');
    await user.type(title(), '!');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('half-a-title');
    await user.type(title(), ' more');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('half-a-title-more');
  });

  test('belongs to its user', async () => {
    await openNew();
    await user.type(title(), 'Mine');
    cleanup();
    account = createUser();
    await openNew();
    expect(title()).toHaveValue('');
    expect(screen.queryByText(/Restored your unsaved text/)).not.toBeInTheDocument();
  });

  test('can be discarded, and restored again until the form is left', async () => {
    await storeEarlierDraft(undefined, { title: 'Earlier', content: 'Earlier text' });
    await openNew();
    await user.click(button('Discard'));
    expect(title()).toHaveValue('');
    expect(content()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();

    await user.click(button('Restore mine'));
    expect(title()).toHaveValue('Earlier');
    expect(content()).toHaveValue('Earlier text');
    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    cleanup();
    await openNew();
    expect(title()).toHaveValue('Earlier');
  });

  test('keeps a slug of its own', async () => {
    await storeEarlierDraft(undefined, { title: 'Earlier', slug: 'chosen' });
    await openNew();
    await user.type(title(), ' title');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('chosen');
  });

  test('gets a visibility that its user may still set', async () => {
    account = createUser({ permissions: [] });
    await storeEarlierDraft(undefined, { title: 'Earlier', content: 'Text', visibility: 'INTERNAL' });
    const { api } = await openNew({ 'POST /documents': ok(createDocument(), 201) });
    expect(screen.getByRole('combobox', { name: 'Visibility' })).toHaveValue('PUBLIC');
    await user.click(button('Save draft'));
    await screen.findByText('Draft saved');
    expect(api.sent('POST /documents')[0]?.body).toMatchObject({ visibility: 'PUBLIC' });
  });

  test('without the image that was chosen says so', async () => {
    await storeEarlierDraft(undefined, { title: 'Earlier' }, { thumbnail: 'chosen' });
    await openNew();
    expect(screen.getByText('The thumbnail you chose could not be kept. Choose it again.')).toBeInTheDocument();
  });

  test('is gone once it has been saved, also while the form stays open', async () => {
    const created = createDocument({ title: 'Earlier', slug: 'earlier', content: 'Earlier text' });
    await storeEarlierDraft(undefined, { title: 'Earlier', slug: 'earlier', content: 'Earlier text' });
    await openNew({ 'POST /documents': ok(created, 201) });
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(screen.queryByText(/Restored your unsaved text/)).not.toBeInTheDocument();
    for (const id of [undefined, created.id])
      expect(await findDraft(getDraftScope(account.id, id), emptyValues)).toBeUndefined();
    cleanup();
    for (const id of [undefined, created.id])
      expect(await findDraft(getDraftScope(account.id, id), emptyValues)).toBeUndefined();
  });

  test('stays when saving fails', async () => {
    await openNew({ 'POST /documents': offline });
    await user.type(title(), 'Keep');
    await user.type(content(), 'Keep text');
    await user.click(button('Save draft'));
    await screen.findByRole('alertdialog');
    cleanup();
    await openNew();
    expect(content()).toHaveValue('Keep text');
  });
});

describe('in the form of an existing document', () => {
  test('is saved with the version it was based on, and discarding returns to the stored text', async () => {
    const document = createDocument({ version: 5, content: 'stored' });
    await storeEarlierDraft(document.id, { ...toFormValues(document), content: 'typed' }, { version: 3 });
    const { api, put } = await openExisting(document);
    expect(await findNotice()).toBeInTheDocument();
    expect(content()).toHaveValue('typed');
    api.on(put, problem(500));
    await user.click(button('Save draft'));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    expect(api.sent(put)[0]?.body).toMatchObject({ content: 'typed', version: 3 });

    await user.click(button('Discard'));
    expect(content()).toHaveValue('stored');
    await user.type(content(), ' and more');
    await user.click(button('Save draft'));
    await screen.findByRole('alertdialog');
    expect(api.sent(put)[1]?.body).toMatchObject({ content: 'stored and more', version: 5 });
  });

  test('is not another document’s', async () => {
    await storeEarlierDraft(createDocument().id, { title: 'Another' });
    await openExisting(createDocument({ title: 'This' }));
    expect(title()).toHaveValue('This');
  });
});

describe('leaving the form', () => {
  test('without changes asks nothing', async () => {
    const { getPath } = await openNew();
    await user.click(button('Cancel'));
    await waitFor(() => {
      expect(getPath()).toBe('/docs');
    });
  });

  test('with changes asks, and “Keep writing” loses nothing', async () => {
    const { getPath } = await openExisting(createDocument({ title: 'Stored' }));
    await user.type(title(), ' and changed');
    await user.click(button('Cancel'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(dialog).toHaveAccessibleDescription(/The changes to “Stored and changed” have not been saved/);
    expect(button('Keep writing')).toHaveFocus();
    await user.click(button('Keep writing'));
    expect(dialog).not.toBeInTheDocument();
    expect(getPath()).toBe('/edit');
    expect(title()).toHaveValue('Stored and changed');

    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => {
      expect(getPath()).toBe('/docs');
    });
  });
});

test('a form that is open in another tab says so', async () => {
  await openNew();
  expect(screen.queryByText(/You are also editing this in another tab/)).not.toBeInTheDocument();
  const otherTab = new BroadcastChannel('hub-drafts');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach their own origin only
  otherTab.postMessage({ kind: 'ask', scope: getDraftScope(account.id), tab: 'other' });
  expect(await screen.findByText(/You are also editing this in another tab/)).toBeInTheDocument();
  otherTab.close();
});
