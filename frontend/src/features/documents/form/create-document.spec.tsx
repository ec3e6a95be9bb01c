import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { createDocument } from '../../../../test/fixtures';
import { button, content, setUpNewDocument, slug, title } from '../../../../test/new-document-form';
import { deferResponse, offline, ok, problem } from '../../../../test/stub-api';
import { findDraft, getDraftScope } from '../../editing/drafts/draft-store';
import { emptyValues } from './document-values';

const POST = 'POST /documents';
const form = setUpNewDocument();
const { open, write } = form;

describe('saving', () => {
  test('creates a draft with a slug made from the title and keeps the form open', async () => {
    const created = createDocument({ slug: 'a-new-title' });
    const { api, getPath } = await open({ [POST]: ok(created, 201) });
    await write({ title: 'A new title', content: 'Some text' });
    expect(slug()).toHaveValue('a-new-title');
    await form.user.click(button('Import Markdown…'));
    const importing = await screen.findByRole('dialog', { name: 'Import Markdown' });
    await form.user.click(within(importing).getByRole('button', { name: 'Cancel' }));
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Import Markdown…' })).not.toBeInTheDocument();
    expect(getPath()).toBe('/docs/create');
    expect(screen.getByRole('heading', { name: 'Edit document' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View document' })).toHaveAttribute('href', '/docs/a-new-title');
    expect(screen.getByText(/^Saved \d\d:\d\d$/)).toBeInTheDocument();
    expect(button('Save draft')).toHaveFocus();
    expect(api.sent(POST)).toHaveLength(1);
    expect(api.sent(POST)[0]?.body).toEqual({
      title: 'A new title',
      slug: 'a-new-title',
      content: 'Some text',
      summary: '',
      category_id: null,
      difficulty: 'BEGINNER',
      visibility: 'PUBLIC',
      tags: [],
      thumbnail_placement: 'PAGE',
      meta_title: '',
      meta_description: '',
    });
    await waitFor(async () => {
      expect(await findDraft(getDraftScope(form.account.id), emptyValues)).toBeUndefined();
    });
  });

  test('shows the pressed button as loading and ignores all further presses', async () => {
    const { handler, respond } = deferResponse();
    const { api, getPath } = await open({ [POST]: handler });
    await write({ title: 'Once', content: 'Text' });
    await form.user.dblClick(button('Publish'));
    expect(button('Publish')).toHaveAttribute('aria-busy', 'true');
    expect(button('Save draft')).not.toHaveAttribute('aria-busy');
    for (const name of ['Save draft', 'Submit for review', 'Publish']) await form.user.click(button(name));
    await form.user.keyboard('{Control>}s{/Control}');

    const created = createDocument({ slug: 'once' });
    const STATUS = `PUT /documents/${created.id}/status`;
    api.on(STATUS, ok({ ...created, status: 'PUBLISHED' }));
    respond(ok(created, 201));
    await waitFor(() => {
      expect(getPath()).toBe('/docs/once');
    });
    expect(api.sent(POST).map(({ body }) => body)).toMatchObject([{ title: 'Once' }]);
    expect(api.sent(STATUS).map(({ body }) => body)).toEqual([{ status: 'PUBLISHED' }]);
    expect(await screen.findByText('Published')).toBeInTheDocument();
  });

  test('says what the browser keeps until it is saved', async () => {
    await open({ [POST]: ok(createDocument({ slug: 'kept' }), 201) });
    await write({ title: 'Kept', content: 'Text' });
    expect(await screen.findByText(/^Saved in this browser \d\d:\d\d$/)).toBeInTheDocument();
    await form.user.click(button('Save draft'));
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeInTheDocument();
    expect(screen.queryByText(/Saved in this browser/)).not.toBeInTheDocument();
  });

  test('by Ctrl+S keeps the form open and what is typed meanwhile', async () => {
    const { handler, respond } = deferResponse();
    const created = createDocument({ title: 'First', slug: 'first', content: 'Text' });
    const { api, getPath } = await open({ [POST]: handler });
    await write({ title: 'First', content: 'Text' });
    await form.user.keyboard('{Control>}s{/Control}');
    await form.user.type(content(), ' and more');
    respond(ok(created, 201));

    expect(await screen.findByRole('heading', { name: 'Edit document' })).toBeInTheDocument();
    expect(getPath()).toBe('/docs/create');
    expect(content()).toHaveValue('Text and more');

    api.on(`PUT /admin/documents/${created.id}`, ok({ ...created, version: 2 }));
    await form.user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Document updated successfully!')).toBeInTheDocument();
    expect(api.sent(`PUT /admin/documents/${created.id}`)[0]?.body).toMatchObject({
      content: 'Text and more',
      version: 1,
    });
    await form.user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Everything is saved')).toBeInTheDocument();
    expect(api.sent(`PUT /admin/documents/${created.id}`)).toHaveLength(1);
  });

  test('a saved draft is submitted while the lists load again', async () => {
    const created = createDocument({ title: 'First', slug: 'first', content: 'Text' });
    const { api, getPath } = await open({ [POST]: ok(created, 201) });
    await write({ title: 'First', content: 'Text' });
    api.on('GET /categories', deferResponse().handler);
    await form.user.click(button('Save draft'));
    expect(await screen.findByText(/^Saved \d\d:\d\d$/)).toBeInTheDocument();

    api.on(`PUT /admin/documents/${created.id}`, ok({ ...created, status: 'IN_REVIEW', version: 2 }));
    await form.user.click(button('Submit for review'));
    await waitFor(() => {
      expect(getPath()).toBe('/docs/first');
    });
    expect(api.sent(`PUT /admin/documents/${created.id}`)[0]?.body).toMatchObject({ status: 'IN_REVIEW' });
  });
});

describe('errors', () => {
  test('of empty fields are shown at the fields, and nothing is sent', async () => {
    const { api } = await open();
    await form.user.type(content(), '   ');
    await form.user.click(button('Save draft'));
    expect(title()).toHaveAccessibleDescription(expect.stringContaining('Title is required'));
    expect(content()).toHaveAccessibleDescription(expect.stringContaining('Content is required'));
    expect(title()).toHaveFocus();
    expect(api.sent(POST)).toHaveLength(0);

    await form.user.type(title(), 'T');
    expect(title()).toBeValid();
    expect(screen.queryByText('Title is required')).not.toBeInTheDocument();
    expect(content()).toBeInvalid();
  });

  test('of texts that are too long name the limit, and nothing is cut or sent', async () => {
    const { api } = await open();
    await write({ title: 'Title', content: 'Text' });
    await form.user.click(screen.getByRole('textbox', { name: 'Summary' }));
    await form.user.paste('x'.repeat(501));
    await form.user.click(screen.getByRole('combobox', { name: 'Tags' }));
    await form.user.paste(`${'t'.repeat(41)},`);
    await form.user.click(button('Save draft'));
    const summary = screen.getByRole('textbox', { name: 'Summary' });
    expect(summary).toHaveValue('x'.repeat(501));
    expect(summary).toHaveAccessibleDescription(
      expect.stringContaining('At most 500 characters are allowed; this has'),
    );
    expect(summary).toHaveFocus();
    expect(screen.getByText(/^At most 40 characters are allowed; “t+” is longer\.$/)).toBeInTheDocument();
    expect(api.sent(POST)).toHaveLength(0);
  });

  test('of the server are shown at the fields, the first of which gets the focus', async () => {
    const errors = [
      { field: 'content', message: 'Too long' },
      { field: 'tags.0', message: 'Not a tag' },
      { field: 'meta_title', message: 'Too long for search engines' },
    ];
    await open({ [POST]: problem(400, { code: 'invalid', errors }) });
    await write({ title: 'Title', content: 'Text' });
    await form.user.click(button('Save draft'));
    await waitFor(() => {
      expect(content()).toHaveFocus();
    });
    expect(content()).toHaveAccessibleDescription(expect.stringContaining('Too long'));
    expect(screen.getByText('Not a tag')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Tags' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Meta title' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(title()).toHaveValue('Title');
    expect(content()).toHaveValue('Text');
  });

  test('of the content bring the editor to the front when the preview hides it', async () => {
    await open();
    await form.user.type(title(), 'Title');
    await form.user.click(screen.getByRole('tab', { name: 'Preview' }));
    await form.user.click(button('Save draft'));
    expect(screen.getByRole('tab', { name: 'Write' })).toHaveAttribute('aria-selected', 'true');
    expect(content()).toHaveFocus();
  });

  test('of a taken slug offer a free one', async () => {
    const taken = { code: 'slug_taken', suggestion: 'title-2', errors: [{ field: 'slug', message: 'Already in use' }] };
    const { api, getPath } = await open({ [POST]: problem(409, taken) });
    await write({ title: 'Title', content: 'Text' });
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Already in use')).toBeInTheDocument();

    await form.user.click(button('Use “title-2” instead'));
    expect(slug()).toHaveValue('title-2');
    expect(slug()).toBeValid();
    api.on(POST, ok(createDocument({ slug: 'title-2' }), 201));
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(getPath()).toBe('/docs/create');
    expect(api.sent(POST)[1]?.body).toMatchObject({ slug: 'title-2' });
  });

  test.each([
    ['a lost connection', offline, 'Error creating document. Please try again.'],
    ['a refusal', problem(403, { detail: 'Your role changed.' }), 'Your role changed.'],
    ['an unknown error', problem(500), 'Error creating document. Please try again.'],
  ])('of the whole save (%s) are shown in a dialog, and nothing typed is lost', async (_name, failure, text) => {
    const { api, getPath } = await open({ [POST]: failure });
    await write({ title: 'Title', content: 'Text' });
    await form.user.click(button('Save draft'));
    const dialog = await screen.findByRole('alertdialog', { name: 'The document was not created' });
    expect(dialog).toHaveAccessibleDescription(text);
    expect(button('Save draft')).not.toHaveAttribute('aria-busy');
    await form.user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(title()).toHaveValue('Title');
    expect(content()).toHaveValue('Text');

    api.on(POST, ok(createDocument({ slug: 'title' }), 201));
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(getPath()).toBe('/docs/create');
    expect(content()).toHaveValue('Text');
  });

  test('a request without a response is repeated until it has one, and then the text is updated', async () => {
    const { api } = await open({ [POST]: offline });
    await write({ title: 'Title', content: 'Text' });
    for (const words of ['', '', ' changed']) {
      if (words) await form.user.type(content(), words);
      await form.user.click(button('Save draft'));
      await form.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'OK' }));
    }
    const created = createDocument({ slug: 'title', content: 'Text' });
    const PUT = `PUT /admin/documents/${created.id}`;
    api.on(POST, ok(created, 201));
    api.on(PUT, ok({ ...created, content: 'Text changed', version: 2 }));
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    const requests = api.sent(POST);
    expect(requests[0]?.headers.get('Idempotency-Key')).toMatch(/^[\da-f]{32}$/);
    expect(new Set(requests.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(requests.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => requests[0]?.body));
    expect(api.sent(PUT)[0]?.body).toMatchObject({ content: 'Text changed', version: 1 });
  });

  test('a request to publish without a response is repeated by a save as a draft, and publishes nothing', async () => {
    const { api } = await open({ [POST]: offline });
    await write({ title: 'Title', content: 'Text' });
    await form.user.click(button('Publish'));
    await form.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'OK' }));
    const created = createDocument({ slug: 'title', content: 'Text' });
    api.on(POST, ok(created, 201));
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    const [first, second] = api.sent(POST);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(api.sent(`PUT /documents/${created.id}/status`)).toHaveLength(0);
  });

  test('of publishing leave the draft open for another attempt', async () => {
    const created = createDocument({ slug: 'title' });
    const { api, getPath } = await open({
      [POST]: ok(created, 201),
      [`PUT /documents/${created.id}/status`]: problem(403, { detail: 'You cannot publish this.' }),
    });
    await write({ title: 'Title', content: 'Text' });
    await form.user.click(button('Publish'));

    const dialog = await screen.findByRole('alertdialog', { name: 'Saved as a draft only' });
    expect(dialog).toHaveAccessibleDescription(/You cannot publish this\..*the draft has been created/s);
    await form.user.click(within(dialog).getByRole('button', { name: 'OK' }));
    expect(getPath()).toBe('/docs/create');
    expect(content()).toHaveValue('Text');

    api.on(`PUT /admin/documents/${created.id}`, ok({ ...created, status: 'PUBLISHED', version: 2 }));
    await form.user.click(button('Publish'));
    await waitFor(() => {
      expect(getPath()).toBe('/docs/title');
    });
    expect(api.sent(POST)).toHaveLength(1);
    expect(api.sent(`PUT /admin/documents/${created.id}`)[0]?.body).toMatchObject({ status: 'PUBLISHED', version: 1 });
  });
});
