import { beforeEach, describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { SystemHealthResponse } from '../../../api/generated/model/systemHealthResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { DashboardScreen } from './dashboard-screen';

const HEALTH = 'GET /admin/system-health';
const jobs = { waiting: 2, delayed: 0, running: 1, failed: 0, lag_seconds: 0 };
const healthy: SystemHealthResponse = {
  server_status: 'healthy',
  database_status: 'healthy',
  response_time: 0.8,
  storage_used_gb: 8.73,
  storage_used_bytes: 8.73 * 1024 ** 3,
  storage_total_gb: 100,
  last_backup: null,
  last_verified_restore: null,
  backups: { has_failed: false, is_file_missing: false, missing_files: 0, last_verified: null },
  security_alerts: 0,
  ssl_status: 'valid',
  alerts: [],
  version: '1.2.3',
  uptime_seconds: 7300,
  event_loop_delay_ms: 1,
  is_read_only: false,
  is_mail_configured: true,
  mail: { status: 'healthy', last_delivered_at: '2026-11-20T10:00:00.000Z', last_failed_at: null },
  disk: { free_gb: 31.52, total_gb: 99.4 },
  jobs,
  security: { failed_sign_ins: 4, locked_accounts: 0, administrators: 2, administrators_without_passkey: 0 },
  replicas: [],
};

const forEditor = ['admin.dashboard', 'admin.content', 'moderation.handle', 'content.create', 'categories.manage'];
const forAdmin = [...forEditor, 'users.manage', 'system.manage'];

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(health: Partial<SystemHealthResponse> = {}, permissions = forAdmin) {
  const api = stubApi({ [HEALTH]: ok({ ...healthy, ...health }), 'GET /admin/backups': ok([]) });
  const admin = createUser({ permissions });
  await renderScreen(<DashboardScreen user={admin} />, { user: admin });
  return api;
}

const panel = (name: string) => within(screen.getByRole('region', { name }));

describe('system health', () => {
  test('shows what was measured', async () => {
    await open();
    expect(await screen.findByText('Version 1.2.3, running for 2 hours')).toBeInTheDocument();
    const area = panel('System health');
    expect(area.getAllByText('Healthy')).toHaveLength(2);
    expect(area.getByText('Responds in 0.8 ms')).toBeInTheDocument();
    expect(area.getByText('2 waiting, 1 running')).toBeInTheDocument();
    expect(area.queryByText('Database replicas')).not.toBeInTheDocument();
    expect(area.getByText(/^Last delivered 20\.11\.2026/)).toBeInTheDocument();
    expect(panel('Storage and backup').getByText('32 of 99 GB')).toBeInTheDocument();
  });

  test('mails that are not delivered are failing', async () => {
    await open({ mail: { ...healthy.mail, status: 'degraded', last_failed_at: '2026-11-21T10:00:00.000Z' } });
    expect(await panel('System health').findByText('Failing')).toBeInTheDocument();
  });

  test('a mail server that no mail has reached yet is not called healthy', async () => {
    await open({ mail: { status: 'untried', last_delivered_at: null, last_failed_at: null } });
    expect(await panel('System health').findByText('Not tried yet')).toBeInTheDocument();
  });

  test('figures of checks that failed are not measured, and all others are shown', async () => {
    await open({
      server_status: 'degraded',
      response_time: null,
      storage_used_gb: null,
      storage_used_bytes: null,
      backups: null,
      replicas: null,
      storage_total_gb: null,
      disk: null,
      is_mail_configured: null,
      jobs: null,
      security: null,
      alerts: [{ code: 'jobs_check_failed', area: 'operation', detail: 'The health check “jobs” failed (Error).' }],
    });
    const area = panel('System health');
    expect(await area.findByText('The health check “jobs” failed (Error).')).toBeInTheDocument();
    expect(area.getByText('Degraded')).toBeInTheDocument();
    expect(area.getAllByText('Not measured')).toHaveLength(3);
    expect(panel('Storage and backup').getAllByText('Not measured')).toHaveLength(4);
    for (const guess of ['None yet', 'Never'])
      expect(panel('Storage and backup').queryByText(guess)).not.toBeInTheDocument();
    expect(panel('Security').getAllByText('Not measured')).toHaveLength(1);
    expect(panel('Security').getByText('HTTPS')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Upgrade to 500GB' })).not.toBeInTheDocument();
  });

  test('shows how many database replicas are in use', async () => {
    await open({
      replicas: [
        { state: 'in_use', lag_seconds: 0.2 },
        { state: 'lagging', lag_seconds: 7.5 },
      ],
      alerts: [{ code: 'replica_left_out', area: 'operation', detail: 'Database replica 2 is left out.' }],
    });
    expect(await screen.findByText('1 of 2 in use')).toBeInTheDocument();
    const area = panel('System health');
    expect(area.getByText('Database replicas')).toBeInTheDocument();
    expect(area.getByText('At most 0.2 s behind')).toBeInTheDocument();
    expect(area.getByText('Database replica 2 is left out.')).toBeInTheDocument();
  });

  test('names what is wrong in words', async () => {
    await open({
      server_status: 'degraded',
      jobs: { ...jobs, failed: 3 },
      is_mail_configured: false,
      mail: { status: 'not_configured', last_delivered_at: null, last_failed_at: null },
      alerts: [
        { code: 'failed_jobs', area: 'operation', detail: '3 background jobs failed for good.' },
        { code: 'no_https', area: 'security', detail: 'Not shown here.' },
      ],
    });
    const area = panel('System health');
    expect(await area.findByText('3 background jobs failed for good.')).toBeInTheDocument();
    expect(area.getByText('Degraded')).toBeInTheDocument();
    expect(area.getByText('3 failed')).toBeInTheDocument();
    expect(area.getByText('Not set up')).toBeInTheDocument();
    expect(area.getByText('Email isn’t set up, so messages are only written to the log.')).toBeInTheDocument();
    expect(area.queryByText('Not shown here.')).not.toBeInTheDocument();
  });

  test('a panel that cannot be loaded is retried, and the rest of the screen remains', async () => {
    const api = stubApi({ [HEALTH]: problem(500), 'GET /admin/backups': ok([]) });
    const admin = createUser({ permissions: forAdmin });
    await renderScreen(<DashboardScreen user={admin} />, { user: admin });
    expect(await screen.findByRole('heading', { name: 'System health could not be loaded.' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Create document/ })).toBeInTheDocument();
    api.on(HEALTH, ok(healthy));
    await user.click(panel('System health').getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Responds in 0.8 ms')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'System health' })).toHaveFocus();
  });
});

describe('storage', () => {
  test.each([
    [79.99, undefined],
    [80, 'Storage is running out. Once it is full, uploads are refused.'],
    [100, 'Storage is full. Uploads are refused.'],
  ])('at %d GB of 100 GB the warning is %j', async (storage_used_gb, warning) => {
    await open({ storage_used_gb, storage_used_bytes: storage_used_gb * 1024 ** 3 });
    const area = panel('Storage and backup');
    expect(await area.findByText(`${storage_used_gb.toFixed(2)} GB of 100 GB`)).toBeInTheDocument();
    if (warning) expect(await area.findByText(warning)).toBeInTheDocument();
    else expect(area.queryByText(/^Storage is/)).not.toBeInTheDocument();
  });

  test.each([
    [0, '0 MB of 100 GB', '0 %'],
    [3 * 1024 ** 2, '3 MB of 100 GB', 'Less than 1 %'],
    [0.2 * 1024 ** 3, '0.20 GB of 100 GB', 'Less than 1 %'],
  ])('%d bytes show as %j, %j', async (storage_used_bytes, amount, percent) => {
    await open({ storage_used_bytes });
    const area = panel('Storage and backup');
    expect(await area.findByText(amount)).toBeInTheDocument();
    expect(area.getByText(percent)).toBeInTheDocument();
  });

  test('names the verified backup and how old it is, and what is wrong with the last one', async () => {
    const name = 'knowledge-hub-20261101-030000-5f0c12.tar.zst';
    const last_verified = { name, created_at: '2026-11-01T03:00:00.000Z', verified_at: '2026-11-20T10:00:00.000Z' };
    await open({ backups: { has_failed: false, is_file_missing: true, missing_files: 0, last_verified } });
    const area = panel('Storage and backup');
    expect(await area.findByText(/^20\.11\.2026/)).toBeInTheDocument();
    expect(area.getByText(new RegExp(`^${name}, created 01\\.11\\.2026`))).toBeInTheDocument();
    expect(area.getByText('The file of the last backup is missing.')).toBeInTheDocument();
    expect(area.getByText('None available')).toBeInTheDocument();
  });

  test('an older backup whose file is there is the last one', async () => {
    const backups = { has_failed: false, is_file_missing: true, missing_files: 0, last_verified: null };
    await open({ last_backup: '2026-11-20T10:00:00.000Z', backups });
    const area = panel('Storage and backup');
    expect(await area.findByText(/^20\.11\.2026/)).toBeInTheDocument();
    expect(area.getByText('The file of a later backup is missing.')).toBeInTheDocument();
  });

  test('the upgrade button explains how to raise the limit, from 80 % on', async () => {
    await open({ storage_used_bytes: 79 * 1024 ** 3 });
    expect(await screen.findByText('79.00 GB of 100 GB')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Upgrade to 500GB' })).not.toBeInTheDocument();
    cleanup();
    await open({ storage_used_bytes: 80 * 1024 ** 3 });
    await user.click(await screen.findByRole('button', { name: 'Upgrade to 500GB' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Raise the storage limit' });
    expect(dialog).toHaveAccessibleDescription(/STORAGE_QUOTA_GB=500/);
  });

  test.each([
    [null, 'None yet'],
    ['2026-11-20T10:00:00.000Z', /20\.11\.2026/],
  ])('the last backup %j shows as %j', async (last_backup, shown) => {
    await open({ last_backup });
    expect(await panel('Storage and backup').findByText(shown)).toBeInTheDocument();
  });
});

test('security shows the number of alerts and each figure', async () => {
  await open({
    ssl_status: 'none',
    security_alerts: 2,
    security: { failed_sign_ins: 140, locked_accounts: 1, administrators: 3, administrators_without_passkey: 2 },
  });
  const area = panel('Security');
  expect(await area.findByText('2 alerts')).toBeInTheDocument();
  for (const text of ['140', '1', '2 of 3', 'Not encrypted']) expect(area.getByText(text)).toBeInTheDocument();
  expect(area.getByRole('link', { name: 'View users' })).toHaveAttribute('href', '/admin/users');
});

test.each([
  ['valid', [], 'HTTPS', /as the reverse proxy reports/],
  ['invalid', ['no_https'], 'Not encrypted', /arrived without encryption/],
  ['unconfirmed', ['https_unconfirmed'], 'Not confirmed', /TRUST_PROXY=true/],
] as const)('the connection %j with the alerts %j shows as %j', async (ssl_status, codes, label, note) => {
  await open({ ssl_status, alerts: codes.map((code) => ({ code, area: 'security', detail: 'Not shown here.' })) });
  const area = panel('Security');
  expect(await area.findByText(label)).toBeInTheDocument();
  expect(area.getByText(note)).toBeInTheDocument();
});

test('an editor sees health read-only, and only the links they may open', async () => {
  await open({}, forEditor);
  expect(await screen.findByText('Responds in 0.8 ms')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Settings' })).not.toBeInTheDocument();
  const links = within(screen.getByRole('region', { name: 'Administration' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/content',
    '/admin/moderation',
    '/admin/categories',
    '/admin/trash',
  ]);
  expect(screen.getByRole('link', { name: /^Moderate content/ })).toHaveAttribute('href', '/admin/content');
  expect(screen.getByRole('link', { name: /^User reports/ })).toHaveAttribute('href', '/admin/reports');
});

test('an export that fails is an alert', async () => {
  const EXPORT = 'GET /admin/export-report';
  const api = await open();
  api.on(EXPORT, problem(403, { detail: 'Only users with the role Administrator can do this.' }));
  await user.click(await screen.findByRole('button', { name: 'Export report' }));
  await user.click(await screen.findByRole('menuitem', { name: 'As CSV, for spreadsheets' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Error exporting report' });
  expect(dialog).toHaveAccessibleDescription('Only users with the role Administrator can do this.');
  expect(api.sent(EXPORT)[0]?.query.get('format')).toBe('csv');
});
