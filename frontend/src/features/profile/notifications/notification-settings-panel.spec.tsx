import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import type { NotificationSettingsResponse } from '../../../api/generated/model/notificationSettingsResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { NotificationSettingsPanel } from './notification-settings-panel';

const GET = 'GET /notifications/settings';
const PUT = 'PUT /notifications/settings';
const settings: NotificationSettingsResponse = {
  muted_in_app: [],
  muted_email: ['mentions'],
  digest: 'off',
  time_zone: null,
};

const bothOn = { in_app: true, email: true };

async function open(fields: Partial<OwnUserResponse> = {}, mail_configured = true) {
  const user = createUser({ email_verified: true, permissions: [], notification_preferences: bothOn, ...fields });
  const api = stubApi({
    [GET]: ok(settings),
    'GET /notifications/push': ok({ public_key: '', subscriptions: [] }),
    'GET /auth/providers': ok({ providers: [], mail_configured }),
  });
  await renderScreen(<NotificationSettingsPanel user={user} />, { user });
  await screen.findByRole('table');
  return { api, user: userEvent.setup() };
}
const checkbox = (name: string) => screen.getByRole('checkbox', { name });

test('each topic is turned off and on by channel', async () => {
  const { api, user } = await open();
  expect(checkbox('Mentions: In the hub')).toBeChecked();
  expect(checkbox('Mentions: By email')).not.toBeChecked();
  api.on(PUT, ok({ ...settings, muted_email: [] }));
  await user.click(checkbox('Mentions: By email'));
  expect(checkbox('Mentions: By email')).toBeChecked();
  api.on(PUT, ok({ ...settings, muted_email: [], muted_in_app: ['comments'] }));
  await user.click(checkbox('Comments: In the hub'));
  expect(await screen.findByText('Notification settings saved')).toBeInTheDocument();
  expect(api.sent(PUT).map(({ body }) => body)).toEqual([{ muted_email: [] }, { muted_in_app: ['comments'] }]);
});

test('a change that is not saved is undone and says so', async () => {
  const { api, user } = await open();
  api.on(PUT, problem(500, { detail: 'It broke.' }));
  await user.click(checkbox('Comments: In the hub'));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText('Not saved')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button'));
  expect(checkbox('Comments: In the hub')).toBeChecked();
});

test('topics of roles are offered to users with their permission', async () => {
  await open({ permissions: ['content.publish'] });
  expect(checkbox('Review requests: By email')).toBeInTheDocument();
  expect(screen.queryByRole('checkbox', { name: 'Reports: By email' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox', { name: 'Health of the hub: By email' })).not.toBeInTheDocument();
});

test('a channel that is off as a whole has no topics, and leads to the profile', async () => {
  await open({ notification_preferences: { in_app: true, email: false } });
  expect(checkbox('Comments: By email')).toBeDisabled();
  expect(checkbox('Comments: By email')).not.toBeChecked();
  expect(checkbox('Comments: In the hub')).toBeEnabled();
  expect(screen.getByText(/Notifications by email are turned off/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Turn them on in your profile' })).toHaveAttribute('href', '/user/profile');
});

test('a hub that can’t send email says so, and does not lead to a switch that would change nothing', async () => {
  await open({ notification_preferences: { in_app: true, email: false } }, false);
  expect(await screen.findAllByText('This hub can’t send email yet.')).toHaveLength(2);
  expect(screen.queryByText(/Notifications by email are turned off/)).not.toBeInTheDocument();
});

test('the first digest takes the time zone of the browser, which can be changed', async () => {
  const { api, user } = await open();
  expect(screen.queryByLabelText('Time zone')).not.toBeInTheDocument();
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  api.on(PUT, ok({ ...settings, digest: 'weekly', time_zone }));
  await user.selectOptions(screen.getByLabelText('How often'), 'weekly');
  expect(screen.getByLabelText('Time zone')).toHaveValue(time_zone);
  api.on(PUT, ok({ ...settings, digest: 'weekly', time_zone: 'Asia/Tokyo' }));
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Asia/Tokyo');
  expect(api.sent(PUT).map(({ body }) => body)).toEqual([{ digest: 'weekly', time_zone }, { time_zone: 'Asia/Tokyo' }]);
});
