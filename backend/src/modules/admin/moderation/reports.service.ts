import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, notFound } from '../../../platform/http/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { type ModeratedSubject, ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { ReportedSubject } from './reported-types.js';
import { ReportsRepository } from './reports.repository.js';

/** Per user. */
const HOURLY_LIMIT = { limit: 30, windowSeconds: 3600, refusal: 'You have sent many reports.' };

/** Takes reports. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly database: Database,
    private readonly reports: ReportsRepository,
    private readonly moderation: ModerationRegistry,
    private readonly visibility: VisibilityRegistry,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @throws 403 own_item, 404, 409 already_reported, 429 */
  async create(actor: Actor, subject: ReportedSubject, reason: string): Promise<void> {
    await this.rateLimiter.consume(`reports:${actor.userId}`, HOURLY_LIMIT);
    await this.database.transaction(async () => {
      const { id, authorId } = await this.lock(actor, subject);
      if (authorId === actor.id)
        throw forbidden('You can’t report what you have written. You can edit or delete it instead.', 'own_item');
      if (!(await this.reports.insert({ ...subject, id }, actor.userId, reason)))
        throw conflict('already_reported', 'You have already reported this.');
    });
  }

  /** @throws 404 when it is missing or not visible to the actor, judged after the lock is taken */
  private async lock(actor: Actor, { type, id }: ReportedSubject): Promise<ModeratedSubject> {
    const subject = await this.moderation.get(type).lock(id);
    const found = subject && (await this.visibility.findVisible(type, actor, [subject.id]));
    if (!subject || !found?.visible.has(subject.id)) throw notFound(`This ${type}`);
    return subject;
  }
}
