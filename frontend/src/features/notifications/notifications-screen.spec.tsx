import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import type { NotificationResponse } from '../../api/generated/model/notificationResponse';
import { BellPanel } from './notification-list';
import { NotificationsScreen } from './notifications-screen';

const LIST = 'GET /notifications';
const ID = '0198c2f0-0001-7000-8000-000000000001';
const READ = `PUT /notifications/${ID}/read`;
const alert: NotificationResponse = {
  id: ID,
  kind: 'health_alert',
  title: 'Health alert',
  message: 'Only 150 MB are free on the volume of DATA_DIR.',
  url: '/admin',
  is_read: false,
  read_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const resolved: NotificationResponse = {
  ...alert,
  id: '0198c2f0-0002-7000-8000-000000000002',
  kind: 'health_alert_resolved',
  title: 'Health alert resolved',
  message: 'Resolved after 12 minutes: Only 150 MB are free on the volume of DATA_DIR.',
  is_read: true,
  read_at: '2026-11-20T11:00:00.000Z',
};

test.each([
  ['the page', <NotificationsScreen key="page" />],
  ['the bell', <BellPanel key="bell" onClose={() => undefined} />],
])('%s lists health alerts and their end, which lead to the dashboard', async (_what, part) => {
  const user = userEvent.setup();
  const api = stubApi({ [LIST]: ok([resolved, alert]), [READ]: ok({ message: 'Done.', unread_count: 0 }) });
  const { getPath } = await renderScreen(part, { user: createUser() });
  const links = [
    await screen.findByRole('link', { name: /^Health alert resolved.*Resolved after 12 minutes/ }),
    screen.getByRole('link', { name: /^Unread: Health alert.*Only 150 MB are free/ }),
  ];
  for (const link of links) expect(link).toHaveAttribute('href', '/admin');
  await user.click(links[1]!);
  await waitFor(() => {
    expect(getPath()).toBe('/admin');
  });
  expect(api.sent(READ)).toHaveLength(1);
});
