import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SharedItemResponse } from '../../api/generated/model/sharedItemResponse';
import { renderScreen } from '../../../test/render-screen';
import { offline, ok, problem, stubApi } from '../../../test/stub-api';
import { SharedPageScreen } from './shared-page-screen';

const OPEN = 'POST /shared';
const REREAD = 'GET /shared/granted';

const item: SharedItemResponse = {
  grant: 'granted',
  type: 'document',
  title: 'Plan',
  summary: '',
  content: 'Words',
  version: 1,
  updated_at: '2026-11-27T12:00:00.000Z',
  thumbnail: null,
  video: null,
  pages: [],
};

const GONE = 'This link doesn’t work';
const gone = problem(404, { code: 'not_found' });

const show = (page?: string) =>
  renderScreen(
    <SharedPageScreen
      token="secret"
      page={page}
      render={({ title, content }, { list, neighbours }) => (
        <>
          {list}
          <h1>{`${title}: ${content}`}</h1>
          {neighbours}
        </>
      )}
    />,
  );

test('a link opens its item', async () => {
  const api = stubApi({ [OPEN]: ok(item) });
  await show();
  expect(await screen.findByRole('heading', { name: 'Plan: Words' })).toBeVisible();
  expect(api.sent(OPEN).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
  expect(document.title).toMatch(/^Plan /);
});

test('a link that has ended says so', async () => {
  stubApi({ [OPEN]: gone });
  await show();
  expect(await screen.findByRole('heading', { level: 1, name: GONE })).toBeVisible();
});

test('a lost connection is no ended link', async () => {
  const api = stubApi({ [OPEN]: problem(500) });
  await show();
  expect(await screen.findByText('The page could not be loaded.')).toBeVisible();
  api.on(OPEN, ok(item));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Plan: Words' })).toBeVisible();
});

test('a password is asked for, and a wrong one can be corrected', async () => {
  const wrong = 'This password is wrong.';
  const api = stubApi({ [OPEN]: problem(401, { code: 'password_required' }) });
  await show();
  const field = await screen.findByLabelText(/^Password/);
  const open = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(open);
  expect(await screen.findByText('Please enter the password.')).toBeVisible();
  api.on(
    OPEN,
    problem(401, { code: 'password_wrong', detail: wrong, errors: [{ field: 'password', message: wrong }] }),
  );
  await userEvent.type(field, 'glacier');
  await userEvent.click(open);
  expect(await screen.findByText(wrong)).toBeVisible();
  expect(field).toHaveFocus();
  api.on(OPEN, problem(429, { detail: 'Too many wrong passwords.' }));
  await userEvent.click(open);
  expect(await screen.findByText('Too many wrong passwords.')).toBeVisible();
  api.on(OPEN, ok(item));
  await userEvent.click(open);
  expect(await screen.findByRole('heading', { name: 'Plan: Words' })).toBeVisible();
  expect(api.sent(OPEN).at(-1)?.body).toEqual({ token: 'secret', password: 'glacier' });
});

test('a link that ends while its password is asked for says so', async () => {
  const api = stubApi({ [OPEN]: problem(401, { code: 'password_required' }) });
  await show();
  await userEvent.type(await screen.findByLabelText(/^Password/), 'glacier');
  api.on(OPEN, gone);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('heading', { level: 1, name: GONE })).toBeVisible();
});

test('actions check the link by its grant, and find that it has ended', async () => {
  const api = stubApi({ [OPEN]: ok(item), [REREAD]: ok({ ...item, content: 'Other words' }) });
  await show();
  await userEvent.click(await screen.findByRole('heading', { name: 'Plan: Words' }));
  expect(await screen.findByRole('heading', { name: 'Plan: Other words' })).toBeVisible();
  expect(api.sent(OPEN)).toHaveLength(1);
});

test.each([
  ['a click beside the text', () => userEvent.click(document.body)],
  ['a key', () => userEvent.keyboard('{PageDown}')],
  ['the focus of the window', () => fireEvent.focus(window)],
])('%s finds that the link has ended', async (_, act) => {
  const api = stubApi({ [OPEN]: ok(item) });
  await show();
  const heading = await screen.findByRole('heading', { name: 'Plan: Words' });
  api.on(REREAD, gone);
  api.on(OPEN, gone);
  await act();
  expect(await screen.findByText(/or it is incomplete/)).toBeVisible();
  expect(heading).not.toBeInTheDocument();
});

test('what was open disappears with the link, but not with the connection', async () => {
  const api = stubApi({ [OPEN]: ok(item), [REREAD]: offline });
  const { queryClient } = await show();
  const heading = await screen.findByRole('heading', { name: 'Plan: Words' });
  api.on(REREAD, problem(500));
  await queryClient.refetchQueries();
  expect(heading).toBeVisible();
  api.on(REREAD, gone);
  api.on(OPEN, gone);
  await userEvent.click(heading);
  expect(await screen.findByRole('heading', { level: 1, name: GONE })).toHaveFocus();
  expect(screen.queryByRole('heading', { name: 'Plan: Words' })).toBeNull();
});

const createPage = (id: string, depth: number) => ({
  id,
  depth,
  type: 'document' as const,
  title: `Page ${id}`,
  grant: `grant-${id}`,
});

describe('a link that opens the pages below', () => {
  const pages = [createPage('root', 0), createPage('a', 1), createPage('b', 2)];
  const root = { ...item, pages };
  const child = { ...item, title: 'Page a', grant: 'grant-a', pages };

  test('lists them, with the one before and the one after', async () => {
    stubApi({ [OPEN]: ok(root), 'GET /shared/grant-a': ok(child) });
    await show('a');
    expect(await screen.findByRole('heading', { name: 'Page a: Words' })).toBeVisible();
    await userEvent.click(screen.getByText('3 pages'));
    const list = within(screen.getByRole('navigation', { name: 'Shared pages' }));
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/s/secret',
      '/s/secret?page=a',
      '/s/secret?page=b',
    ]);
    expect(list.getByRole('link', { current: 'page' })).toHaveTextContent('Page a');
    const neighbours = within(screen.getByRole('navigation', { name: 'Previous and next page' }));
    expect(neighbours.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Page root', 'Page b']);
  });

  test('shows its own item where a page is not opened', async () => {
    stubApi({ [OPEN]: ok(root) });
    await show('elsewhere');
    expect(await screen.findByRole('heading', { name: 'Plan: Words' })).toBeVisible();
  });

  test('asks for the password once, whichever page is opened first', async () => {
    const api = stubApi({ [OPEN]: problem(401, { code: 'password_required' }), 'GET /shared/grant-a': ok(child) });
    await show('a');
    await userEvent.type(await screen.findByLabelText(/^Password/), 'glacier');
    api.on(OPEN, ok(root));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('heading', { name: 'Page a: Words' })).toBeVisible();
    expect(api.sent(OPEN)).toHaveLength(2);
  });
});
