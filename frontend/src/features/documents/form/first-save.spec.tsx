import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { createDocument } from '../../../../test/fixtures';
import { button, content, setUpNewDocument, slug, title } from '../../../../test/new-document-form';
import { deferResponse, offline, ok, problem } from '../../../../test/stub-api';

const POST = 'POST /documents';
const form = setUpNewDocument();
const { open, write } = form;

describe('the first pause in typing', () => {
  /** Longer than the pause. */
  const afterPause = { timeout: 5000 };
  const savedNotice = () => screen.findByText(/^Saved \d\d:\d\d$/, undefined, afterPause);

  test('saves a draft, whose slug follows the title until the user saves', async () => {
    const created = createDocument({ title: 'First', slug: 'first-2' });
    const { api, getPath } = await open({ [POST]: ok(created, 201) });
    await form.user.type(content(), 'Text');
    await form.user.type(title(), 'First');
    expect(await savedNotice()).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Edit document' })).toBeInTheDocument();
    expect(screen.queryByText('Draft saved')).not.toBeInTheDocument();
    expect(api.sent(POST).map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ slug: expect.anything(), status: expect.anything() }),
    ]);
    expect(getPath()).toBe('/docs/create');
    expect(slug()).toHaveValue('first-2');
    expect(title()).toHaveFocus();

    await form.user.keyboard(' steps');
    expect(slug()).toHaveValue('first-steps');
    const PUT = `PUT /admin/documents/${created.id}`;
    api.on(PUT, ok({ ...created, title: 'First steps', slug: 'first-steps', version: 2 }));
    await form.user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(api.sent(PUT)[0]?.body).toMatchObject({ title: 'First steps', slug: 'first-steps', version: 1 });
    expect(api.sent(POST)).toHaveLength(1);
  }, 15_000);

  test('leaves an import alone', async () => {
    const { api } = await open({ [POST]: ok(createDocument({ slug: 'first' }), 201) });
    await write({ title: 'First', content: 'Text' });
    await form.user.click(button('Import Markdown…'));
    const importing = await screen.findByRole('dialog', { name: 'Import Markdown' });
    await waitFor(() => {
      expect(api.sent(POST)).toHaveLength(1);
    }, afterPause);
    expect(await screen.findByText('View document')).toBeInTheDocument();
    expect(importing).toBeInTheDocument();
  }, 15_000);

  test('lets a save by the user wait, so that there is one document', async () => {
    const { handler, respond } = deferResponse();
    const created = createDocument({ slug: 'once' });
    const { api, getPath } = await open({ [POST]: handler });
    await write({ title: 'Once', content: 'Text' });
    await waitFor(() => {
      expect(api.sent(POST)).toHaveLength(1);
    }, afterPause);
    const published = { ...created, status: 'PUBLISHED' as const };
    api.on(`PUT /admin/documents/${created.id}`, ok(published));
    await form.user.click(button('Publish'));
    expect(button('Publish')).toHaveAttribute('aria-busy', 'true');
    respond(ok(created, 201));
    await waitFor(() => {
      expect(getPath()).toBe('/docs/once');
    });
    expect(api.sent(POST)).toHaveLength(1);
    expect(await screen.findByText('Published')).toBeInTheDocument();
  }, 15_000);

  test('without a response is repeated by the save of the user, so that there is one document', async () => {
    const created = createDocument({ slug: 'once', content: 'Text' });
    const { api, getPath } = await open({ [POST]: offline });
    await write({ title: 'Once', content: 'Text' });
    await waitFor(() => {
      expect(api.sent(POST)).toHaveLength(1);
    }, afterPause);
    await form.user.type(content(), ' and more');
    const PUT = `PUT /admin/documents/${created.id}`;
    api.on(POST, ok(created, 201));
    api.on(PUT, ok({ ...created, status: 'PUBLISHED' }));
    await form.user.click(button('Publish'));
    await waitFor(() => {
      expect(getPath()).toBe('/docs/once');
    });
    const [first, second] = api.sent(POST);
    expect(api.sent(POST)).toHaveLength(2);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(api.sent(PUT)[0]?.body).toMatchObject({ content: 'Text and more', status: 'PUBLISHED' });
    expect(await screen.findByText('Published')).toBeInTheDocument();
  }, 15_000);

  test('saves nothing without a text, and says nothing when it fails', async () => {
    const { api } = await open({ [POST]: problem(403, { detail: 'Your role changed.' }) });
    await form.user.type(title(), 'Only a title');
    await act(() => new Promise((resolve) => setTimeout(resolve, 3500)));
    expect(api.sent(POST)).toHaveLength(0);
    await form.user.type(content(), 'Text');
    await waitFor(() => {
      expect(api.sent(POST)).toHaveLength(1);
    }, afterPause);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByText(/^Saved in this browser/)).toBeInTheDocument();
    await form.user.click(button('Save draft'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription('Your role changed.');
  }, 15_000);
});
