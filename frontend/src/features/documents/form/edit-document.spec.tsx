import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { closeSignInRequest, useSignInRequest } from '../../../shared/session/sign-in-request';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { deferResponse, offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { EditDocumentScreen } from './edit-document-screen';

const title = () => screen.getByRole('textbox', { name: 'Title' });
const content = () => screen.getByRole('textbox', { name: 'Content' });
const summary = () => screen.getByRole('textbox', { name: 'Summary' });
const button = (name: string) => screen.getByRole('button', { name });

const pendingRevision = {
  id: 'revision',
  author_id: 'author',
  author_name: 'Ada Author',
  note: '',
  base_version: 1,
  created_at: '2026-01-01T00:00:00Z',
};
let user: UserEvent;

/** Opens a document for editing; `put` is the route of its save. */
async function open(changes: Partial<DocumentResponse> = {}, account = createUser()) {
  const document = createDocument(changes);
  const api = stubApi({ 'GET /categories': ok([]), [`GET /documents/${document.id}`]: ok(document) });
  const { getPath } = await renderScreen(<EditDocumentScreen id={document.id} />, {
    user: account,
    path: `/docs/${document.id}/edit`,
  });
  await screen.findByRole('textbox', { name: 'Title' });
  return { api, getPath, document, put: `PUT /admin/documents/${document.id}` };
}

beforeEach(() => {
  user = userEvent.setup();
});

describe('opening', () => {
  test('shows the values of the document, and is no view', async () => {
    const { api, document } = await open({
      title: 'Stored',
      content: 'stored text',
      slug: 'stored',
      summary: 'In short',
      tags: ['tag'],
    });
    const requests = api.sent(`GET /documents/${document.id}`);
    expect(requests.map(({ query }) => query.get('count_view'))).toEqual(['false']);
    expect(title()).toHaveValue('Stored');
    expect(content()).toHaveValue('stored text');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('stored');
    expect(summary()).toHaveValue('In short');
    expect(button('Remove tag')).toBeInTheDocument();
    await user.type(title(), ' title');
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('stored');
  });

  test('continues the own pending edit, based on the version it began with', async () => {
    const abilities = { ...createDocument().abilities!, withdraw_edit: true };
    const document = createDocument({ content: 'published', status: 'PUBLISHED', version: 3, abilities });
    const put = `PUT /admin/documents/${document.id}`;
    const api = stubApi({
      'GET /categories': ok([]),
      [`GET /documents/${document.id}`]: ok(document),
      [`GET /documents/${document.id}/draft`]: ok({ ...document, content: 'pending', base_version: 2, note: 'why' }),
      [put]: ok({ ...document, pending_revision: pendingRevision }, 202),
    });
    await renderScreen(<EditDocumentScreen id={document.id} />, { user: createUser() });
    expect(await screen.findByRole('textbox', { name: 'Content' })).toHaveValue('pending');
    await user.type(content(), ' again');
    await user.click(button('Save changes'));
    await screen.findByText('Your edit is waiting for review');
    expect(api.sent(put)[0]?.body).toMatchObject({ content: 'pending again', version: 2 });
  });

  test('of a missing document shows an error and leads to the list', async () => {
    stubApi({ 'GET /documents/gone': problem(404, { detail: 'There is no such document.' }) });
    const { getPath } = await renderScreen(<EditDocumentScreen id="gone" />, { user: createUser(), path: '/edit' });
    const dialog = await screen.findByRole('alertdialog', { name: 'The document cannot be edited' });
    expect(dialog).toHaveAccessibleDescription('Error loading document. Please try again.');
    expect(getPath()).toBe('/docs');
  });

  test('without the permission shows Access Denied instead of the form', async () => {
    const document = createDocument({ abilities: { ...createDocument().abilities!, edit: false } });
    stubApi({
      [`GET /documents/${document.id}`]: ok(document),
      'GET /access/content.edit_any': ok({ required_roles: ['EDITOR'] }),
    });
    await renderScreen(<EditDocumentScreen id={document.id} />, { user: createUser({ role: 'VIEWER' }) });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  });

  test('shows who requested changes, and the note as Markdown', async () => {
    await open({
      review_note: 'Add an **example**.',
      reviewer_id: 'rosa',
      reviewer_name: 'Rosa Richter',
      reviewed_at: '2026-01-02T10:00:00Z',
    });
    const note = await screen.findByRole('region', { name: 'Requested changes' });
    await within(note).findByText('Rosa Richter');
    expect(note).toHaveTextContent(/^Rosa Richter requested changes on 02\.01\.2026, \d\d:00Add an example\.$/);
    expect(within(note).getByText('example').tagName).toBe('STRONG');
    expect(within(note).getByRole('link', { name: 'Rosa Richter' })).toHaveAttribute('href', '/user/rosa');
  });

  test.each([
    ['INTERNAL', 'IN_REVIEW', ['Internal', 'In review']],
    ['LOGGED_IN', 'PUBLISHED', ['Members only']],
    ['PUBLIC', 'PUBLISHED', ['Public']],
  ] as const)('its heading shows %s and %s', async (visibility, status, words) => {
    await open({ visibility, status });
    const heading = screen.getByRole('heading', { name: 'Edit document' }).parentElement!.parentElement!;
    for (const word of words) expect(within(heading).getByText(word)).toBeVisible();
    expect(within(heading).queryByText('Published')).toBeNull();
  });

  test('without a thumbnail does not ask where to show it', async () => {
    await open();
    expect(screen.queryByRole('combobox', { name: 'Show the thumbnail' })).toBeNull();
  });

  test('offers only visibilities that the user may set', async () => {
    const account = createUser({ permissions: [] });
    await open({ visibility: 'INTERNAL' }, account);
    const visibility = screen.getByRole('combobox', { name: 'Visibility' });
    expect(visibility).toBeDisabled();
    expect(within(visibility).getAllByRole('option')).toHaveLength(1);
  });
});

describe('saving', () => {
  test('sends where the thumbnail is shown', async () => {
    const { api, put, document } = await open({ thumbnail: '/files/a' });
    api.on(put, ok(document));
    const placement = screen.getByRole('combobox', { name: 'Show the thumbnail' });
    expect(placement).toHaveValue('PAGE');
    await user.selectOptions(placement, 'On cards only');
    await user.click(button('Save draft'));
    await waitFor(() => {
      expect(api.sent(put)[0]?.body).toMatchObject({ thumbnail_placement: 'CARD' });
    });
  });

  test('sends the values with the version they are based on and keeps a draft open', async () => {
    const { api, getPath, put, document } = await open({ version: 4, tags: ['tag'] });
    api.on(put, ok({ ...document, version: 5 }));
    await user.clear(title());
    await user.type(title(), 'New');
    await user.type(screen.getByRole('textbox', { name: 'Change note' }), ' Better title ');
    await user.click(button('Save draft'));

    expect(await screen.findByText('Document updated successfully!')).toBeInTheDocument();
    expect(getPath()).toMatch(/edit$/);
    expect(title()).toHaveValue('New');
    expect(api.sent(put)).toHaveLength(1);
    expect(api.sent(put)[0]?.body).toEqual({
      title: 'New',
      slug: 'title',
      content: 'one\n\ntwo\n\nthree',
      summary: '',
      difficulty: 'BEGINNER',
      visibility: 'PUBLIC',
      tags: ['tag'],
      thumbnail_placement: 'PAGE',
      meta_title: '',
      meta_description: '',
      note: 'Better title',
      version: 4,
    });
  });

  test('of a published document opens it', async () => {
    const { getPath, put, api, document } = await open({ status: 'PUBLISHED' });
    api.on(put, ok({ ...document, version: 2 }));
    await user.type(content(), '!');
    await user.click(button('Save changes'));
    await waitFor(() => {
      expect(getPath()).toBe('/docs/title');
    });
  });

  test('shows the pressed button as loading and sends one request', async () => {
    const { handler, respond } = deferResponse();
    const { api, getPath, put, document } = await open();
    api.on(put, handler);
    await user.type(content(), '!');
    await user.dblClick(button('Save draft'));
    expect(button('Save draft')).toHaveAttribute('aria-busy', 'true');
    expect(button('Save draft')).toHaveFocus();
    await user.click(button('Publish'));
    respond(ok(document));
    expect(await screen.findAllByText('Document updated successfully!')).toHaveLength(1);
    expect(getPath()).toMatch(/edit$/);
    expect(api.sent(put)).toHaveLength(1);
  });

  test.each([
    ['Publish', 'PUBLISHED', 'Published'],
    ['Submit for review', 'IN_REVIEW', 'Submitted for review'],
  ] as const)('by “%s” requests the status %s', async (name, status, message) => {
    const { api, put, document } = await open();
    api.on(put, ok({ ...document, status }));
    await user.click(button(name));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(api.sent(put)[0]?.body).toMatchObject({ status, version: 1 });
  });

  test('of an edit that needs review says so and keeps the requested slug', async () => {
    const { api, put, document } = await open({ status: 'PUBLISHED' });
    api.on(put, ok({ ...document, pending_revision: pendingRevision }, 202));
    await user.type(screen.getByRole('textbox', { name: 'Slug' }), '-2');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Your edit is waiting for review')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Slug' })).toHaveValue('title-2');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Everything is saved')).toBeInTheDocument();
    expect(api.sent(put)).toHaveLength(1);
  });

  test('is not triggered by Enter in a field', async () => {
    const { api, put } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Slug' }), 'x{Enter}');
    await user.type(title(), 'x{Enter}');
    expect(content()).toHaveFocus();
    expect(api.sent(put)).toHaveLength(0);
  });
});

describe('errors', () => {
  test('of the server are shown at their fields until these change, and nothing typed is lost', async () => {
    const { api, put } = await open();
    api.on(put, problem(400, { errors: [{ field: 'summary', message: 'At most 500 characters' }] }));
    await user.type(summary(), 'Long');
    await user.type(content(), '!');
    await user.click(button('Save draft'));
    await waitFor(() => {
      expect(summary()).toHaveFocus();
    });
    expect(summary()).toHaveAccessibleDescription(expect.stringContaining('At most 500 characters'));
    expect(summary()).toHaveValue('Long');
    expect(content()).toHaveValue('one\n\ntwo\n\nthree!');
    await user.type(summary(), 'er');
    expect(summary()).toBeValid();
  });

  test.each([
    ['a lost connection', offline, 'Error updating document. Please try again.'],
    ['a refusal', problem(403, { detail: 'Your role changed.' }), 'Your role changed.'],
  ])('of the whole save (%s) are shown in a dialog, and nothing typed is lost', async (_name, failure, text) => {
    const { api, put, getPath } = await open();
    api.on(put, failure);
    await user.type(content(), '!');
    await user.click(button('Save draft'));
    const dialog = await screen.findByRole('alertdialog', { name: 'The document was not saved' });
    expect(dialog).toHaveAccessibleDescription(text);
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(content()).toHaveValue('one\n\ntwo\n\nthree!');
    expect(getPath()).toMatch(/edit$/);
  });

  test('of an ended session ask to sign in on the page, and nothing typed is lost', async () => {
    const { api, put, getPath } = await open();
    api.on(put, problem(401, { code: 'not_signed_in', detail: 'Sign in first.' }));
    await user.type(content(), '!');
    await user.click(button('Save draft'));
    const { result } = renderHook(useSignInRequest);
    await waitFor(() => {
      expect(result.current).toMatchObject({ reason: 'expired' });
    });
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(content()).toHaveValue('one\n\ntwo\n\nthree!');
    expect(getPath()).toMatch(/edit$/);
    act(closeSignInRequest);
  });

  test('of removing the thumbnail leave the form open, and saving again repeats only the removal', async () => {
    const { api, put, document, getPath } = await open({ thumbnail: '/api/files/image' });
    const remove = `DELETE /documents/${document.id}/thumbnail`;
    const saved = { ...document, version: 2 };
    api.on(put, ok(saved));
    api.on(remove, offline);
    await user.type(content(), '!');
    await user.click(button('Remove'));
    await user.click(button('Save draft'));

    const dialog = await screen.findByRole('alertdialog', { name: 'Saved, but the thumbnail was not removed' });
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(content()).toHaveValue('one\n\ntwo\n\nthree!');
    expect(screen.getByRole('img', { name: 'The thumbnail' })).toBeInTheDocument();

    api.on(remove, ok({ ...saved, thumbnail: null }));
    await user.click(button('Remove'));
    await user.click(button('Save draft'));
    expect(await screen.findByText('Drop an image here, or choose one')).toBeInTheDocument();
    expect(getPath()).toMatch(/edit$/);
    expect(api.sent(put).map(({ body }) => body)).toMatchObject([{ version: 1 }, { version: 2 }]);
    expect(api.sent(remove)).toHaveLength(2);
  });
});
