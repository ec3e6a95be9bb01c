import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logger.js';
import { defineHealthCheck, HealthChecks, type HealthFinding } from '../monitoring/health-checks.js';
import type { Localized } from '../language/texts.js';

/** untried: no mail was delivered or refused yet, so nothing shows that the configuration works */
export const mailStatuses = ['healthy', 'degraded', 'untried', 'not_configured'] as const;
export type MailStatus = (typeof mailStatuses)[number];

export interface MailFigures {
  status: MailStatus;
  /** whether mails are sent; otherwise they are only logged */
  isConfigured: boolean;
  /** the latest delivery, by any instance, to within a minute */
  lastDeliveredAt: Date | null;
  /** the latest delivery that the mail server refused, or that did not reach it */
  lastFailedAt: Date | null;
}

export const mailHealth = defineHealthCheck<MailFigures>('mail');

/** Successes in between are not stored, so that each mail does not cost a write. */
const STORE_EVERY_MS = 60_000;

/** Stores when mails were last delivered and refused, for all instances, and reports whether the latest one failed. */
@Injectable()
export class MailHealth implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly checks: HealthChecks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.checks.register(mailHealth, () => this.measure());
  }

  async recordDelivery(): Promise<void> {
    const now = Date.now();
    await this.store(sql`
      insert into mail_deliveries as m (id, delivered_at) values (true, ${new Date(now)})
      on conflict (id) do update set delivered_at = excluded.delivered_at
        where m.delivered_at is null or m.delivered_at < ${new Date(now - STORE_EVERY_MS)}
          or m.failed_at >= m.delivered_at`);
  }

  /** The refusal of one recipient says nothing about the mail server, so it does not count. */
  async recordFailure(error: unknown): Promise<void> {
    const { code, command } = error as { code?: unknown; command?: unknown };
    if (command === 'RCPT TO') return;
    await this.store(sql`
      insert into mail_deliveries (id, failed_at, error)
      values (true, ${new Date()}, ${typeof code === 'string' ? code : 'unknown'})
      on conflict (id) do update set failed_at = excluded.failed_at, error = excluded.error`);
  }

  /** A mail that was delivered must not be delivered again because this failed. */
  private async store(statement: RawBuilder<unknown>): Promise<void> {
    try {
      await statement.execute(this.database.db);
    } catch (error) {
      this.logger.warn({ err: error }, 'the result of a mail delivery was not stored');
    }
  }

  private async measure(): Promise<HealthFinding<MailFigures>> {
    const isConfigured = this.config.env.SMTP_URL !== undefined;
    const latest = await this.database.db
      .selectFrom('mail_deliveries')
      .select(['delivered_at', 'failed_at', 'error'])
      .executeTakeFirst();
    const { delivered_at: lastDeliveredAt = null, failed_at: lastFailedAt = null, error = null } = latest ?? {};
    const times = { isConfigured, lastDeliveredAt, lastFailedAt };
    const status = getStatus(times);
    const figures = { status, ...times };
    if (status !== 'degraded') return { figures };
    const detail: Localized = ({ health }) => health.alerts.failingMail(String(error));
    return { status: 'degraded', figures, alerts: [{ code: 'failing_mail', area: 'operation', detail }] };
  }
}

function getStatus({ isConfigured, lastDeliveredAt, lastFailedAt }: Omit<MailFigures, 'status'>): MailStatus {
  if (!isConfigured) return 'not_configured';
  if (lastFailedAt && !(lastDeliveredAt && lastDeliveredAt > lastFailedAt)) return 'degraded';
  return lastDeliveredAt ? 'healthy' : 'untried';
}
