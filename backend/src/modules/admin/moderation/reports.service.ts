import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, forbidden } from '../../../platform/http/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AutomaticHiding } from './automatic-hiding.js';
import { itemReported } from './moderation.events.js';
import { type ReportedSubject, ReportedSubjects } from './reported-subjects.js';
import { ReportsRepository } from './reports.repository.js';

/** Per user. */
const HOURLY_LIMIT = { limit: 30, windowSeconds: 3600, refusal: 'You have sent many reports.' };

/** Takes reports. The lock on their subject makes its reports and decisions run one after the other. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly database: Database,
    private readonly subjects: ReportedSubjects,
    private readonly reports: ReportsRepository,
    private readonly hiding: AutomaticHiding,
    private readonly events: Events,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @throws 403 own_item, 404, 409 already_reported, 429 */
  async create(actor: Actor, reported: ReportedSubject, reason: string): Promise<void> {
    await this.rateLimiter.consume(`reports:${actor.userId}`, HOURLY_LIMIT);
    await this.database.transaction(async () => {
      const subject = await this.subjects.lock(actor, reported);
      const { type, id, authorId } = subject;
      if (authorId === actor.id)
        throw forbidden('You can’t report what you have written. You can edit or delete it instead.', 'own_item');
      const isFirst = !(await this.reports.listOpenReporters(subject)).length;
      const weight = await this.hiding.weigh(actor);
      const reportId = await this.reports.insert(subject, { reporterId: actor.userId, reason, weight });
      if (!reportId) throw conflict('already_reported', 'You have already reported this.');
      if (isFirst) await this.events.publish(itemReported, { subject: { type, id }, reportId, authorId });
      await this.hiding.hideIfReportedOften(subject);
    });
  }
}
