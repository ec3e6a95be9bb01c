import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import type { NotificationGroupResponse } from '../../api/generated/model/notificationGroupResponse';
import { BellPanel } from './notification-list';
import { NotificationsScreen } from './notifications-screen';

const LIST = 'GET /notifications/groups';
const ID = '0198c2f0-0001-7000-8000-000000000001';
const READ = `PUT /notifications/groups/${ID}/read`;
const alert: NotificationGroupResponse = {
  id: ID,
  kind: 'health_alert',
  title: 'Health alert',
  message: 'Only 150 MB are free on the volume of DATA_DIR.',
  url: '/admin',
  actor: null,
  excerpt: '',
  is_read: false,
  read_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
  has_unread: true,
  earlier: [],
};
const resolved: NotificationGroupResponse = {
  ...alert,
  id: '0198c2f0-0002-7000-8000-000000000002',
  kind: 'health_alert_resolved',
  title: 'Health alert resolved',
  message: 'Resolved after 12 minutes: Only 150 MB are free on the volume of DATA_DIR.',
  is_read: true,
  has_unread: false,
  read_at: '2026-11-20T11:00:00.000Z',
};

test.each([
  ['the page', <NotificationsScreen key="page" />],
  ['the bell', <BellPanel key="bell" onClose={() => undefined} />],
])('%s lists health alerts and their end, which lead to the dashboard', async (_what, part) => {
  const user = userEvent.setup();
  const api = stubApi({
    [LIST]: ok({ groups: [resolved, alert], next_cursor: null }),
    [READ]: ok({ message: 'Done.', unread_count: 0 }),
  });
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

test('a group shows who acted and the excerpt; its earlier notifications unfold and are read one by one', async () => {
  const user = userEvent.setup();
  const earlier: NotificationGroupResponse['earlier'][number] = {
    id: '0198c2f0-0003-7000-8000-000000000003',
    kind: 'mention',
    title: 'You were mentioned',
    message: 'Bob mentioned you in “Rules”.',
    url: '/community/thread/1#post-2',
    actor: { id: 'b', name: 'Bob', avatar_url: null },
    excerpt: '',
    is_read: false,
    read_at: null,
    created_at: '2026-11-20T09:00:00.000Z',
  };
  const group: NotificationGroupResponse = {
    ...earlier,
    id: ID,
    kind: 'thread_reply',
    title: 'New reply',
    message: 'Ada replied in “Rules”.',
    url: '/community/thread/1#post-3',
    actor: { id: 'a', name: 'Ada', avatar_url: null },
    excerpt: 'I think so.',
    has_unread: true,
    earlier: [earlier],
  };
  const readEarlier = `PUT /notifications/${earlier.id}/read`;
  const api = stubApi({
    [LIST]: ok({ groups: [group], next_cursor: null }),
    [readEarlier]: ok({ message: 'Done.', unread_count: 1 }),
  });
  const { getPath } = await renderScreen(<NotificationsScreen />, { user: createUser() });
  expect(
    await screen.findByRole('link', { name: /^Unread: New reply.*Ada replied in “Rules”\..*I think so\./ }),
  ).toBeInTheDocument();
  const unfold = screen.getByRole('button', { name: '1 earlier notification' });
  expect(screen.queryByRole('link', { name: /You were mentioned/ })).not.toBeInTheDocument();
  await user.click(unfold);
  expect(screen.getByRole('button', { name: 'Hide earlier notifications' })).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('link', { name: /^Unread: You were mentioned/ }));
  expect(api.sent(readEarlier)).toHaveLength(1);
  expect(getPath()).toBe('/community/thread/1');
});
