import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';
import { UsersFacade } from '../../auth/index.js';
import { NotificationsFacade } from '../../notifications/index.js';
import { type AlertState, type AlertTurn, nextState } from './alert-states.js';
import { translateStored } from '../../../platform/language/stored-texts.js';
import type { Localized, Texts } from '../../../platform/language/texts.js';

/** The screen with the health of the hub. */
const DASHBOARD = '/admin';

/**
 * Notifies administrators when something in the operation of the hub turns bad, and when it is good again. Alerts about
 * security are left to the dashboard: most of them are hints that exist from the first start on.
 */
@Injectable()
export class HealthAlertNotifier implements OnModuleInit {
  constructor(
    private readonly checks: HealthChecks,
    private readonly users: UsersFacade,
    private readonly notifications: NotificationsFacade,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    // Not transactional: a failed statement of a health check would abort the transaction of the job.
    this.jobs.define('health.alerts', () => this.check(), {
      cron: '* * * * *',
      transactional: false,
      deleteAfterSeconds: 3600,
    });
  }

  /** The states and the notifications change in one transaction, so each turn is notified of once. */
  async check(now = new Date()): Promise<void> {
    const report = await this.checks.getReport();
    const found = new Map(
      report.alerts.filter(({ area }) => area === 'operation').map((alert) => [alert.code, alert] as const),
    );
    await this.database.transaction(async () => {
      const { db } = this.database;
      await sql`select pg_advisory_xact_lock(hashtextextended('health_alerts', 0))`.execute(db);
      const stored = await db
        .selectFrom('health_alerts')
        .select(['code', 'check_name', 'detail', 'since', 'checked_at', 'bad_checks', 'good_checks', 'notified_at'])
        .orderBy('code')
        .execute();
      const states = new Map(stored.map((state) => [state.code, state]));
      for (const code of new Set([...states.keys(), ...found.keys()])) {
        const [former, alert] = [states.get(code), found.get(code)];
        // Nothing is known about the alerts of a check that failed.
        if (!alert && former && report.failedChecks.has(former.check_name)) continue;
        const { state, turn } = nextState(former, alert, now);
        if (!state) await db.deleteFrom('health_alerts').where('code', '=', code).execute();
        else if (state !== former) await this.save(state);
        if (turn) await this.notify(turn, now, alert?.detail);
      }
    });
  }

  private async save({ code, since, ...changes }: AlertState): Promise<void> {
    await this.database.db
      .insertInto('health_alerts')
      .values({ code, since, ...changes })
      .onConflict((known) => known.column('code').doUpdateSet(changes))
      .execute();
  }

  private async notify(
    { to, alert }: AlertTurn,
    now: Date,
    detail: Localized = (texts) => translateAlert(alert.detail, texts),
  ): Promise<void> {
    await this.notifications.notify({
      userIds: await this.users.findIdsByPermissions('system.manage'),
      key: `health:${alert.code}:${alert.since.toISOString()}:${to}`,
      ...(to === 'bad' ? describeBad(detail) : describeGood(alert, now)),
      url: DASHBOARD,
      subject: null,
    });
  }
}

/** The sentence of an alert is stored in English until it is over. */
const translateAlert = (detail: string, texts: Texts): string =>
  translateStored(detail, texts, ({ health: { alerts, replicas } }) => ({
    ...alerts,
    leftOut: replicas.leftOut,
    ...replicas.reasons,
  }));

const describeBad = (detail: Localized) => ({
  kind: 'health_alert' as const,
  title: ({ health }: Texts) => health.alert,
  message: detail,
});

const describeGood = ({ detail, since }: AlertState, now: Date) => ({
  kind: 'health_alert_resolved' as const,
  title: ({ health }: Texts) => health.resolved,
  message: (texts: Texts) =>
    texts.health.resolvedAfter({
      duration: formatDuration(now.getTime() - since.getTime(), texts.health),
      detail: translateAlert(detail, texts),
    }),
});

function formatDuration(milliseconds: number, { minutes, hours }: Texts['health']): string {
  const count = Math.max(1, Math.round(milliseconds / 60_000));
  return count < 120 ? minutes(count) : hours(Math.round(count / 60));
}
