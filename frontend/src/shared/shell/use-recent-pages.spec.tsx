import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import { getRecentPages } from '../../lib/recent-pages';
import UserMenu from './user-menu';

test('the pages that a user opens are remembered until they sign out', async () => {
  const user = createUser();
  stubApi({ 'POST /auth/logout': ok({}) });
  await renderScreen(<UserMenu user={user} />, { user, path: '/docs/first' });
  cleanup();
  await renderScreen(<UserMenu user={user} />, { user, path: '/community/thread/second' });
  expect(getRecentPages()).toEqual(['/community/thread/second', '/docs/first']);
  await userEvent.click(screen.getByRole('button', { name: /^Account of/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => {
    expect(getRecentPages()).toEqual([]);
  });
});
