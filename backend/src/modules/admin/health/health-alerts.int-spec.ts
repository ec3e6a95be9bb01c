import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { defineHealthCheck, type HealthAlert, HealthChecks } from '../../../platform/monitoring/health-checks.js';
import { HealthAlertNotifier } from './health-alert-notifier.js';

/* Checks of a machine that the tests break, seen by two instances of the hub. */

const MINUTE_MS = 60_000;
const FIRE = 'The machine is on fire.';
const fire: HealthAlert = { code: 'test_fire', area: 'operation', detail: () => FIRE };
let alerts: HealthAlert[] = [];
let failure: Error | undefined;

let first: TestApp;
let second: TestApp;
let admins: TestUser[];
let editor: TestUser;
let deactivated: TestUser;
/** Moves on by a minute with each check. */
let clock = Date.now();

const prepare: Parameters<typeof createTestApp>[1] = {
  prepare: (app) =>
    app.get(HealthChecks).register(defineHealthCheck('machine'), () => {
      if (failure) throw failure;
      return { figures: {}, alerts };
    }),
};

/** The checks of these tests are the only ones. */
const unschedule = () => first.database.query(`delete from pgboss.schedule where name = 'health.alerts'`);

beforeAll(async () => {
  first = await createTestApp({}, prepare);
  second = await createTestApp({}, { ...prepare, databaseUrl: first.databaseUrl });
  const schedules = `select cron from pgboss.schedule where name = 'health.alerts'`;
  expect(await first.database.query(schedules)).toEqual([{ cron: '* * * * *' }]);
});
beforeEach(async () => {
  [alerts, failure] = [[], undefined];
  await unschedule();
  await first.database.query('delete from health_alerts');
  await first.database.query(`update users set deactivated_at = now() where role <> 'VIEWER'`);
  const admin = await first.users.create('ADMIN');
  const operators = await createRole(admin, ['system.manage']);
  admins = [admin, await first.users.create('ADMIN'), await first.users.create(operators.name)];
  editor = await first.users.create('EDITOR');
  deactivated = await first.users.create('ADMIN');
  await first.database.query('update users set deactivated_at = now() where id = $1', [deactivated.id]);
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** One run of the job, on these instances at the same time. */
async function check(...hubs: TestApp[]): Promise<void> {
  clock += MINUTE_MS;
  const on = hubs.length ? hubs : [first];
  for (const hub of on) hub.get(HealthChecks).invalidate();
  await Promise.all(on.map((hub) => hub.get(HealthAlertNotifier).check(new Date(clock))));
}

interface Shown {
  kind: string;
  title: string;
  message: string;
  url: string;
}

/** The notifications of a user about the machine, the oldest first. */
async function inboxOf({ request }: TestUser): Promise<Shown[]> {
  const { body } = await request<Shown[]>('GET', '/notifications');
  return body
    .filter(({ message }) => message.includes('machine'))
    .map(({ kind, title, message, url }) => ({ kind, title, message, url }))
    .toReversed();
}
const kindsOf = async (user: TestUser) => (await inboxOf(user)).map(({ kind }) => kind);
const stored = (user: TestUser) =>
  first.database.query(`select id from notifications where user_id = $1 and kind like 'health%'`, [user.id]);

test('each administrator is notified once when something turns bad, and once when it is good again', async () => {
  alerts = [fire];
  await check();
  expect(await inboxOf(admins[0]!)).toEqual([]);
  await check();
  const bad = { kind: 'health_alert', title: 'Health alert', message: FIRE, url: '/admin' };
  for (const admin of admins) expect(await inboxOf(admin)).toEqual([bad]);
  for (let n = 0; n < 3; n++) await check();
  alerts = [];
  await check();
  for (const admin of admins) expect(await inboxOf(admin)).toEqual([bad]);
  await check();
  const good = {
    kind: 'health_alert_resolved',
    title: 'Health alert resolved',
    message: `Resolved after 6 minutes: ${FIRE}`,
    url: '/admin',
  };
  for (const admin of admins) expect(await inboxOf(admin)).toEqual([bad, good]);
  await check();
  alerts = [fire];
  await check();
  await check();
  for (const admin of admins) expect(await inboxOf(admin)).toEqual([bad, good, bad]);
  expect([await inboxOf(editor), await stored(editor), await stored(deactivated)]).toEqual([[], [], []]);
});

test('two instances that check at the same time notify once', async () => {
  alerts = [fire];
  for (let n = 0; n < 4; n++) await check(first, second);
  for (const admin of admins) expect(await kindsOf(admin)).toEqual(['health_alert']);
  alerts = [];
  for (let n = 0; n < 4; n++) await check(first, second);
  for (const admin of admins) expect(await kindsOf(admin)).toEqual(['health_alert', 'health_alert_resolved']);
});

test('a new instance knows what administrators were notified of', async () => {
  alerts = [fire];
  await check();
  await check();
  const restarted = await createTestApp({}, { ...prepare, databaseUrl: first.databaseUrl });
  await unschedule();
  await check(restarted);
  await check(restarted);
  expect(await kindsOf(admins[0]!)).toEqual(['health_alert']);
  alerts = [];
  await check(restarted);
  await restarted.close();
  await check(second);
  expect(await kindsOf(admins[0]!)).toEqual(['health_alert', 'health_alert_resolved']);
});

test('one bad check in between, or one good one, is not notified of', async () => {
  for (const found of [[fire], [], [fire], []]) {
    alerts = found;
    await check();
  }
  expect(await inboxOf(admins[0]!)).toEqual([]);
  for (const found of [[fire], [fire], [], [fire], [], [fire]]) {
    alerts = found;
    await check();
  }
  expect(await kindsOf(admins[0]!)).toEqual(['health_alert']);
});

test('alerts about security are left to the dashboard', async () => {
  alerts = [{ ...fire, area: 'security' }];
  for (let n = 0; n < 3; n++) await check();
  expect(await inboxOf(admins[0]!)).toEqual([]);
  const { body } = await admins[0]!.request<{ alerts: HealthAlert[] }>('GET', '/admin/system-health');
  expect(body.alerts).toContainEqual({ ...fire, area: 'security', detail: FIRE });
});

test('a check that fails is an alert itself, and resolves none of its own', async () => {
  alerts = [fire];
  await check();
  await check();
  failure = new RangeError('not measurable');
  for (let n = 0; n < 3; n++) await check();
  expect((await inboxOf(admins[0]!)).map(({ message }) => message)).toEqual([
    FIRE,
    'The health check “machine” failed (RangeError). The log of the hub has the reason.',
  ]);
  [failure, alerts] = [undefined, []];
  await check();
  await check();
  expect((await kindsOf(admins[0]!)).sort()).toEqual([
    'health_alert',
    'health_alert',
    'health_alert_resolved',
    'health_alert_resolved',
  ]);
});

test('the job checks, whichever instance runs it', async () => {
  alerts = [fire];
  for (const hub of [first, second]) hub.get(HealthChecks).invalidate();
  await second.get(Jobs).send('health.alerts', {});
  const states = () =>
    first.database.query<{ code: string }>(`select code from health_alerts where code = '${fire.code}'`);
  await waitFor(states, (rows) => rows.length === 1);
});
