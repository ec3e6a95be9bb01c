import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { z } from 'zod';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';
import { TrashRegistry } from '../../../platform/trash/trash-registry.js';
import type { RestoredResponse, TrashItemResponse, TrashQuery, TrashResponse, TrashType } from './trash.dto.js';
import { TrashQueries, type TrashRow } from './trash.queries.js';
import type { Texts } from '../../../platform/language/texts.js';

/** How many days deleted items can be restored. */
export const trashDays = defineSetting('trash.retention_days', z.number().int().min(1).max(365), 30);

const PURGE_BATCH = 100;
const DAY_MS = 24 * 3600_000;

/** Lists and restores what users deleted, and purges it when its time has passed. */
@Injectable()
export class TrashService implements OnModuleInit {
  constructor(
    private readonly trash: TrashRegistry,
    private readonly queries: TrashQueries,
    private readonly moderation: ModerationRegistry,
    private readonly permissions: PermissionDirectory,
    private readonly settings: Settings,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.settings.register('retention', [trashDays]);
    // Each item is purged in a transaction of its own, so that one that fails keeps none of the others.
    this.jobs.define('trash.purge', () => this.purgeExpired(), { cron: '41 3 * * *', transactional: false });
  }

  /** @throws 403 when all is asked for by a user who may delete only their own items */
  async list(actor: Actor, { all = false, cursor, limit }: TrashQuery): Promise<TrashResponse> {
    const permissions = this.trash.all.map(([, { permission }]) => permission);
    if (all && !permissions.some((permission) => actor.can(permission)))
      throw await missingPermission(this.permissions, actor, 'content.delete_any');
    const days = await this.settings.get(trashDays);
    const { rows, nextCursor } = await this.queries.list(actor, all, { cursor, limit });
    return { items: rows.map((row) => toTrashItem(row, days)), next_cursor: nextCursor, retention_days: days };
  }

  /** @throws 404, 409 */
  async restore(actor: Actor, type: TrashType, id: string, texts: Texts): Promise<RestoredResponse> {
    await this.trash.get(type).restore(actor, id);
    const caption = await this.moderation.get(type).findCaption(id);
    return { message: texts.admin.restored[type], url: caption?.path ?? '/' };
  }

  /** @throws 404 */
  async purge(actor: Actor, type: TrashType, id: string): Promise<void> {
    await this.trash.get(type).purge(actor, id);
  }

  /** Items that fail are left for the next day. */
  async purgeExpired(now = new Date()): Promise<void> {
    const before = new Date(now.getTime() - (await this.settings.get(trashDays)) * DAY_MS);
    const failed = new Set<string>();
    for (;;) {
      const expired = await this.queries.listExpired(before, PURGE_BATCH + failed.size);
      const subjects = expired.filter(({ id }) => !failed.has(id));
      if (!subjects.length) return;
      for (const { type, id } of subjects)
        try {
          await this.trash.get(type).purge(null, id);
        } catch (error) {
          failed.add(id);
          // Restored or purged by another request.
          if (!(error instanceof DomainError))
            this.logger.error({ err: error, type, id }, 'a trashed item was not purged');
        }
    }
  }
}

const toTrashItem = (row: TrashRow, days: number): TrashItemResponse => ({
  type: row.type,
  id: row.id,
  title: row.title,
  deleted_at: row.deleted_at.toISOString(),
  deleted_by: row.deleted_by === null ? null : { id: row.deleted_by, name: row.deleted_by_name ?? '' },
  purge_at: new Date(row.deleted_at.getTime() + days * DAY_MS).toISOString(),
});
