import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { SearchResponse } from '../../../api/generated/model/searchResponse';
import type { SearchResultResponse } from '../../../api/generated/model/searchResultResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import Palette from './palette';

const suggestion = (title: string) => ({ type: 'document', id: title, title, url: `/docs/${title}`, handle: null });
const result = (title: string): SearchResultResponse => ({
  type: 'document',
  id: title,
  title,
  summary: '',
  url: `/docs/${title}`,
  heading: null,
  file: null,
  snippet: [],
  category: null,
  view_count: 0,
  like_count: 0,
  difficulty: null,
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: null,
  published_at: '2026-01-01T00:00:00Z',
});
const found = (results: SearchResultResponse[], did_you_mean: string | null = null): SearchResponse => ({
  results,
  total: results.length,
  total_capped: false,
  did_you_mean,
  next_cursor: null,
});

let user: UserEvent;
let isClosed: boolean;
beforeEach(() => {
  user = userEvent.setup();
  isClosed = false;
});

async function open(
  { titles = [], texts = found([]) }: { titles?: object[]; texts?: SearchResponse } = {},
  permissions?: string[],
) {
  const api = stubApi({
    'GET /search/suggestions': ok(titles),
    'POST /search': ok(texts),
    'POST /auth/logout': ok({}),
  });
  const account = permissions && createUser({ permissions });
  const { getPath } = await renderScreen(
    <Palette bufferedInput={{ text: '', isSubmitted: false }} onClose={() => (isClosed = true)} />,
    { user: account, path: '/docs' },
  );
  return { api, getPath, input: screen.getByRole('combobox') };
}

const labels = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const groups = () => screen.getAllByRole('group').map((group) => group.firstChild?.textContent);

describe('commands', () => {
  test('guests get the public screens and the themes', async () => {
    await open();
    expect(labels('Go to')).toEqual(['Home', 'Docs', 'Videos', 'Community', 'Search', 'Login']);
    expect(labels('Commands')).toEqual(['Theme: Dark', 'Theme: System', 'Keyboard shortcuts']);
    expect(screen.queryByRole('group', { name: 'Administration' })).not.toBeInTheDocument();
  });

  test('users get what their permissions allow', async () => {
    await open({}, ['content.create', 'content.publish', 'categories.manage']);
    expect(labels('Go to')).toEqual([
      'Home',
      'Docs',
      'Videos',
      'Community',
      'Search',
      'New document',
      'New video',
      'Documents in review',
      'My Profile',
      'Edit Profile',
      'My Bookmarks',
      'Trash',
      'Notifications',
      'Settings',
    ]);
    expect(labels('Commands')).toEqual(['Theme: Dark', 'Theme: System', 'Keyboard shortcuts', 'Logout']);
    expect(screen.queryByRole('option', { name: 'Admin Dashboard' })).not.toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Categories' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Role codes' })).not.toBeInTheDocument();
  });

  test('the dashboard is for users who may see it', async () => {
    await open({}, ['admin.dashboard']);
    expect(screen.getByRole('option', { name: 'Admin Dashboard' })).toBeInTheDocument();
    expect(screen.queryByRole('option', { name: 'Categories' })).not.toBeInTheDocument();
  });

  test('are above titles and results that match too, and Enter runs the first', async () => {
    const unsubscribe = jest.fn(() => Promise.resolve(true));
    const registration = { pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) } };
    const serviceWorker = { getRegistration: () => Promise.resolve(registration) };
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    const { api, input } = await open({ titles: [suggestion('Logistics')], texts: found([result('Other')]) }, []);
    await user.type(input, 'lo');
    await screen.findByRole('option', { name: /Logistics/ });
    expect(groups().slice(0, 2)).toEqual(['Commands', 'Results']);
    expect(labels('Commands')).toEqual(['Logout']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.sent('POST /auth/logout')).toHaveLength(1));
    expect(isClosed).toBe(true);
    // What is on its way to this browser is not shown any more.
    await waitFor(() => expect(unsubscribe).toHaveBeenCalledTimes(1));
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  test('are found by the beginning of any word and by other names, the beginning of a label first', async () => {
    const { input } = await open({}, ['content.create']);
    await user.type(input, 'sign');
    expect(labels('Commands')).toEqual(['Logout']);
    await user.clear(input);
    await user.type(input, 'do');
    expect(labels('Commands')).toEqual(['Docs', 'New document']);
    await user.clear(input);
    await user.type(input, 'dark');
    expect(labels('Commands')).toEqual(['Theme: Dark']);
    await user.keyboard('{Enter}');
    expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
  });
});

test('results of a corrected input are below what matches it as typed', async () => {
  const { input } = await open({ titles: [suggestion('Serc')], texts: found([result('Searching')], 'search') });
  await user.type(input, 'serc');
  await screen.findByRole('option', { name: /Searching/ });
  expect(groups()).toEqual(['Results', 'Results for “search”', 'More']);
  expect(labels('Results')).toEqual(['SercDocument']);
});
