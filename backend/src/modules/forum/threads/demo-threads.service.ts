import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { TrashRegistry } from '../../../platform/trash/trash-registry.js';
import { ForumCategoriesService } from '../categories/forum-categories.service.js';
import { ForumCounters } from '../repositories/forum-counters.js';
import { ThreadsService } from './threads.service.js';

export interface DemoThread {
  id: string;
  isTrashed: boolean;
  /** a user has posted in it, or edited the thread or a post of it */
  isKept: boolean;
}

/** The threads of a demo: those from before it was complete, since a hub is empty when its demo is created. */
@Injectable()
export class DemoThreadsService {
  constructor(
    private readonly database: Database,
    private readonly threads: ThreadsService,
    private readonly categories: ForumCategoriesService,
    private readonly trash: TrashRegistry,
    private readonly counters: ForumCounters,
  ) {}

  /** @param completedAt when the demo was complete */
  async list(completedAt: Date): Promise<DemoThread[]> {
    return this.listWhere(completedAt, sql`true`);
  }

  /**
   * Deletes the thread for good, with its posts and their files, unless it is to be kept by now.
   * @returns whether it was deleted
   * @throws 403, 404
   */
  async delete(actor: Actor, { id }: DemoThread, completedAt: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.counters.keepLimits();
      // Before the thread is judged, in a statement of its own: what was committed during the wait counts.
      await sql`select from forum_threads where id = ${id} for update`.execute(this.database.db);
      const [thread] = await this.listWhere(completedAt, sql`t.id = ${id}`);
      if (!thread || thread.isKept) return false;
      if (!thread.isTrashed) await this.threads.remove(actor, id, { isDemo: true });
      await this.trash.get('thread').purge(actor, id);
      return true;
    });
  }

  /** @param kept ids of categories that stay. @returns how many */
  removeEmptyCategories(actor: Actor, completedAt: Date, kept: ReadonlySet<string>): Promise<number> {
    return this.categories.removeEmptyDemo(actor, completedAt, kept);
  }

  /** @param condition over the alias t of forum_threads */
  private async listWhere(completedAt: Date, condition: RawBuilder<unknown>): Promise<DemoThread[]> {
    const { rows } = await sql<DemoThread>`
      select t.id, t.deleted_at is not null as "isTrashed",
             coalesce(t.edited_at > ${completedAt}, false) or exists (
               select 1 from forum_posts p
               where p.thread_id = t.id and p.deleted_at is null
                 and (p.created_at > ${completedAt} or p.edited_at > ${completedAt})
             ) as "isKept"
      from forum_threads t
      where t.created_at <= ${completedAt} and (t.deleted_at is null or t.deleted_by is not null) and ${condition}
      order by t.id`.execute(this.database.db);
    return rows;
  }
}
