import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError, forbidden } from '../../../platform/errors/domain-error.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';
import { ActivityLog } from '../../analytics/index.js';
import { UsersFacade } from '../../auth/index.js';
import { type DemoItem, DemoItemsService } from '../../content/index.js';
import { type DemoThread, DemoThreadsService } from '../../forum/index.js';
import { PersonalDataService } from '../personal-data/personal-data.service.js';
import type { DemoContentResponse, DemoNumbersResponse } from './demo-content.dto.js';

/**
 * When the demo was complete; null in a hub without demo content. The hub was empty before, so what is older belongs to
 * the demo (docs/decisions/0062).
 */
export const demoCompletedAt = defineSetting('demo.completed_at', z.iso.datetime().nullable(), null, {
  isInternal: true,
});

interface DemoUser {
  id: string;
  email: string;
}

interface Parts {
  items: DemoItem[];
  threads: DemoThread[];
  users: DemoUser[];
}

const changesOfCategories = [
  'category.updated',
  'category.access_changed',
  'forum_category.updated',
  'forum_category.access_changed',
];

/** Removes the demo content, and leaves what users have made. */
@Injectable()
export class DemoContentService {
  constructor(
    private readonly settings: Settings,
    private readonly items: DemoItemsService,
    private readonly threads: DemoThreadsService,
    private readonly users: UsersFacade,
    private readonly personalData: PersonalDataService,
    private readonly activity: ActivityLog,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  async describe(actor: Actor): Promise<DemoContentResponse> {
    const completedAt = await this.findCompletedAt();
    const { removed, kept } = completedAt ? await this.listParts(actor, completedAt) : { removed: none, kept: none };
    return {
      exists: completedAt !== null,
      removed: countParts(removed),
      kept: countParts(kept),
    };
  }

  /**
   * Each part in a transaction of its own, so that no lock is held for long. An interrupted removal is continued by the
   * next one.
   * @throws 403 administrators_only
   */
  async remove(actor: Actor): Promise<void> {
    const completedAt = await this.findCompletedAt();
    if (!completedAt) return;
    // Other roles may lack one of the permissions that the parts need.
    if (actor.role !== 'ADMIN') throw forbidden((texts) => texts.admin.administratorsOnly, 'administrators_only');
    const parts = (await this.listParts(actor, completedAt)).removed;
    const items = await removeEach(parts.items, (item) => this.items.delete(actor, item, completedAt));
    const threads = await removeEach(parts.threads, (thread) => this.threads.delete(actor, thread, completedAt));
    const categories = await this.removeEmptyCategories(actor, completedAt);
    const users = await removeEach(parts.users, async ({ id, email }) => {
      await this.personalData.erase(actor, id, email);
      return true;
    });
    await this.users.removeUnusedDemoGroups(completedAt);
    await this.activity.deletePast(completedAt);
    await this.database.transaction(async () => {
      // Of two removals at once, the first to end records both.
      await sql`select pg_advisory_xact_lock(hashtextextended('demo_removal', 0))`.execute(this.database.db);
      if (!(await this.findCompletedAt())) return;
      await this.settings.set(demoCompletedAt, null, actor);
      await this.activity.recordDemoRemoval(actor.userId);
      await this.audit.record({
        actor,
        action: 'demo.removed',
        subject: { type: 'demo', id: 'all' },
        before: { ...countParts({ items, threads, users }), categories },
      });
    });
  }

  private async findCompletedAt(): Promise<Date | null> {
    const time = await this.settings.get(demoCompletedAt);
    return time === null ? null : new Date(time);
  }

  private async listParts(actor: Actor, completedAt: Date): Promise<{ removed: Parts; kept: Parts }> {
    const items = Map.groupBy(await this.items.list(completedAt), ({ isKept }) => isKept);
    const threads = Map.groupBy(await this.threads.list(completedAt), ({ isKept }) => isKept);
    const users = Map.groupBy(
      await this.users.listDemoUsers(completedAt),
      ({ id, isClaimed }) => isClaimed || id === actor.id,
    );
    const pick = (isKept: boolean): Parts => ({
      items: items.get(isKept) ?? [],
      threads: threads.get(isKept) ?? [],
      users: users.get(isKept) ?? [],
    });
    return { removed: pick(false), kept: pick(true) };
  }

  /** Categories that were changed since are kept. */
  private async removeEmptyCategories(actor: Actor, completedAt: Date): Promise<number> {
    const changed = new Set<string>();
    for (const action of changesOfCategories)
      for await (const { subject_id } of this.audit.iterate({ action, from: completedAt })) changed.add(subject_id);
    return (
      (await this.items.removeEmptyCategories(actor, completedAt, changed)) +
      (await this.threads.removeEmptyCategories(actor, completedAt, changed))
    );
  }
}

const none: Parts = { items: [], threads: [], users: [] };

const countParts = ({ items, threads, users }: Parts): DemoNumbersResponse => ({
  documents: items.filter(({ kind }) => kind === 'document').length,
  videos: items.filter(({ kind }) => kind === 'video').length,
  threads: threads.length,
  users: users.length,
});

/**
 * A part that is refused stays, and the others go: mostly another request has deleted or changed it meanwhile.
 * @param remove resolves to whether it removed the part
 * @returns the removed ones
 */
async function removeEach<Part>(parts: readonly Part[], remove: (part: Part) => Promise<boolean>): Promise<Part[]> {
  const removed: Part[] = [];
  for (const part of parts) {
    try {
      if (await remove(part)) removed.push(part);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return removed;
}
