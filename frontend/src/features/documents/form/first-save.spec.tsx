import { beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createDocument, createUser } from '../../../../test/fixtures';
import { button, content, openNewDocument, slug, title, writeDocument } from '../../../../test/new-document-form';
import { deferResponse, offline, ok, problem } from '../../../../test/stub-api';

const POST = 'POST /documents';
let account: ReturnType<typeof createUser>;
let user: UserEvent;
const open = (handlers?: Parameters<typeof openNewDocument>[1]) => openNewDocument(account, handlers);
const write = (words: { title: string; content: string }) => writeDocument(user, words);

beforeEach(() => {
  account = createUser();
  user = userEvent.setup();
});

describe('the first pause in typing', () => {
  /** Longer than the pause. */
  const afterPause = { timeout: 5000 };
  const savedNotice = () => screen.findByText(/^Saved \d\d:\d\d$/, undefined, afterPause);

  test('saves a draft, whose slug follows the title until the user saves', async () => {
    const created = createDocument({ title: 'First', slug: 'first-2' });
    const { api, getPath } = await open({ [POST]: ok(created, 201) });
    await user.type(content(), 'Text');
    await user.type(title(), 'First');
    expect(await savedNotice()).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Edit document' })).toBeInTheDocument();
    expect(screen.queryByText('Draft saved')).not.toBeInTheDocument();
    expect(api.sent(POST).map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ slug: expect.anything(), status: expect.anything() }),
    ]);
    expect(getPath()).toBe('/docs/create');
    expect(slug()).toHaveValue('first-2');
    expect(title()).toHaveFocus();

    await user.keyboard(' steps');
    expect(slug()).toHaveValue('first-steps');
    const PUT = `PUT /admin/documents/${created.id}`;
    api.on(PUT, ok({ ...created, title: 'First steps', slug: 'first-steps', version: 2 }));
    await user.click(button('Save draft'));
    expect(await screen.findByText('Draft saved')).toBeInTheDocument();
    expect(api.sent(PUT)[0]?.body).toMatchObject({ title: 'First steps', slug: 'first-steps', version: 1 });
    expect(api.sent(POST)).toHaveLength(1);
  }, 15_000);

  test('leaves an import alone', async () => {
    const { api } = await open({ [POST]: ok(createDocument({ slug: 'first' }), 201) });
    await write({ title: 'First', content: 'Text' });
    await user.click(button('Import Markdown…'));
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
    await user.click(button('Publish'));
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
    await user.type(content(), ' and more');
    const PUT = `PUT /admin/documents/${created.id}`;
    api.on(POST, ok(created, 201));
    api.on(PUT, ok({ ...created, status: 'PUBLISHED' }));
    await user.click(button('Publish'));
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
    await user.type(title(), 'Only a title');
    await act(() => new Promise((resolve) => setTimeout(resolve, 3500)));
    expect(api.sent(POST)).toHaveLength(0);
    await user.type(content(), 'Text');
    await waitFor(() => {
      expect(api.sent(POST)).toHaveLength(1);
    }, afterPause);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByText(/^Saved in this browser/)).toBeInTheDocument();
    await user.click(button('Save draft'));
    expect(await screen.findByRole('alertdialog')).toHaveAccessibleDescription('Your role changed.');
  }, 15_000);
});
