import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ShareLinkResponse } from '../../api/generated/model/shareLinkResponse';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, problem, stubApi } from '../../../test/stub-api';
import ShareDialog from './share-dialog';

const LIST = 'GET /documents/1/share-links';
const CREATE = 'POST /documents/1/share-links';

const createLink = (fields: Partial<ShareLinkResponse> = {}): ShareLinkResponse => ({
  id: 'link',
  label: 'For Ada',
  has_password: false,
  include_children: false,
  expires_at: null,
  expired: false,
  opens: 0,
  last_opened_at: null,
  creator_id: 'user',
  creator_name: 'Clara',
  created_at: '2026-11-27T12:00:00.000Z',
  ...fields,
});

async function open(links: ShareLinkResponse[] = []) {
  const api = stubApi({ [LIST]: ok(links) });
  const onClose = jest.fn();
  await renderScreen(<ShareDialog item={{ type: 'document', id: '1', title: 'Plan' }} onClose={onClose} />, {
    user: createUser(),
  });
  return { api, onClose };
}

test('a new link is shown once', async () => {
  const { api } = await open();
  const before = Date.now();
  api.on(CREATE, ok({ ...createLink(), url: 'https://hub.example/s/secret' }, 201));
  await userEvent.type(screen.getByLabelText('Label'), 'For Ada');
  await userEvent.selectOptions(screen.getByLabelText('Expires'), 'In 7 days');
  await userEvent.type(screen.getByLabelText('Password (optional)'), 'glacier');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also the pages below' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText('https://hub.example/s/secret')).toBeVisible();
  const body = api.sent(CREATE)[0]?.body as { expires_at: string };
  expect(body).toMatchObject({ label: 'For Ada', password: 'glacier', include_children: true });
  expect(Math.round((Date.parse(body.expires_at) - before) / 86_400_000)).toBe(7);
  api.on(LIST, ok([createLink()]));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('For Ada')).toBeVisible();
  expect(screen.queryByText('https://hub.example/s/secret')).toBeNull();
});

test('without expiry and password none are sent', async () => {
  const { api } = await open();
  api.on(CREATE, problem(409, { detail: 'There are already 50 share links. Please revoke some first.' }));
  await userEvent.selectOptions(screen.getByLabelText('Expires'), 'Never');
  await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(/^There are already 50 share links/)).toBeVisible();
  expect(api.sent(CREATE)[0]?.body).toEqual({ label: '', include_children: false });
});

test('links say how they are, and are revoked after a question', async () => {
  const { api } = await open([
    createLink({
      id: 'a',
      has_password: true,
      include_children: true,
      opens: 3,
      last_opened_at: '2026-11-27T13:00:00.000Z',
    }),
    createLink({ id: 'b', label: '', expires_at: '2026-11-01T12:00:00.000Z', expired: true }),
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent(
    /For Ada.*by Clara · never expires · Password · With pages below · opened 3 times, last/,
  );
  expect(second).toHaveTextContent(/Without a label.*expired .* · not opened yet/);
  api.on('DELETE /share-links/a', ok({ message: 'The share link was revoked.' }));
  await userEvent.click(within(first!).getByRole('button', { name: 'Revoke “For Ada”' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke this share link?' });
  api.on(LIST, ok([]));
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No links yet.')).toBeVisible();
});
