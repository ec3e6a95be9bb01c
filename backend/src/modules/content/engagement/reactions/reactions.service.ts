import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { missingPermission } from '../../../../platform/access/access.guard.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../../platform/access/ports.js';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { Database } from '../../../../platform/database/database.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { requireWritableCategory, UsersFacade } from '../../../auth/index.js';
import { ItemsService, type ItemRef } from '../../items/items.service.js';
import { counterColumns, reputationReactions, type ReactionCounts, type ReactionType } from '../../items/item.js';

interface ReactionOutcome {
  itemId: string;
  active: boolean;
  /** whether the request changed anything */
  changed: boolean;
  /** the row, while it is active */
  id: string | null;
  createdAt: Date | null;
  counts: ReactionCounts;
}

interface Change {
  made: string | null;
  gone: number;
  id: string | null;
  created_at: Date | null;
}

/** Adds and removes reactions; bookmarks are reactions too. */
@Injectable()
export class ReactionsService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly users: UsersFacade,
    private readonly permissions: PermissionDirectory,
    private readonly cache: QueryCache,
  ) {}

  /** @param active the state to set; undefined toggles it */
  async react(
    actor: Actor,
    item: ItemRef,
    type: ReactionType,
    active?: boolean,
    at = new Date(),
  ): Promise<ReactionOutcome> {
    // Bookmarks are private, so they need no permission.
    if (type !== 'BOOKMARK' && !actor.can('reactions.create'))
      throw await missingPermission(this.permissions, actor, 'reactions.create');
    const counter = counterColumns[type];
    return this.database.transaction(async () => {
      // The lock on the item keeps rows and counter in agreement.
      const { id: itemId, authorId, isHidden, counts, category } = await this.items.lockForUpdate(actor, item);
      if (type !== 'BOOKMARK') requireWritableCategory(actor, 'content', category);
      const {
        rows: [row],
      } = await sql<Change>`
        with gone as (
          delete from reactions
          where item_id = ${itemId} and user_id = ${actor.userId} and type = ${type}
            and ${active ?? null}::boolean is not true
          returning id
        ), made as (
          insert into reactions (item_id, user_id, type, id, created_at)
          select ${itemId}, ${actor.userId}, ${type}, ${uuidv7()}, ${at}
          where ${active ?? null}::boolean is not false and not exists (select 1 from gone)
          on conflict do nothing returning id, created_at
        ), counted as (
          update content_items
          set ${sql.ref(counter)} = ${sql.ref(counter)} + case when exists (select 1 from made) then 1 else -1 end
          where id = ${itemId} and (exists (select 1 from made) or exists (select 1 from gone))
        )
        select made.id as made, (select count(*)::int from gone) as gone,
               coalesce(made.id, old.id) as id, coalesce(made.created_at, old.created_at) as created_at
        from (values (1)) one
        left join made on true
        left join reactions old
          on old.item_id = ${itemId} and old.user_id = ${actor.userId} and old.type = ${type}`.execute(
        this.database.db,
      );
      const by = row?.made ? 1 : -(row?.gone ?? 0);
      if (by) this.cache.invalidateLocally();
      if (by && reputationReactions.includes(type) && authorId !== actor.id && !isHidden)
        await this.users.addReputation(authorId, by);
      const isActive = by > 0 || (by === 0 && active === true);
      return {
        itemId,
        active: isActive,
        changed: by !== 0,
        id: isActive ? (row?.id ?? null) : null,
        createdAt: isActive ? (row?.created_at ?? null) : null,
        counts: { ...counts, [counter]: counts[counter] + by },
      };
    });
  }

  /**
   * @param id of the bookmark or of its item
   * @throws 404 when the user has no such bookmark, or may not see its item any more
   */
  async removeBookmark(actor: Actor, id: string): Promise<void> {
    const found = await this.database.db
      .selectFrom('reactions as r')
      .innerJoin('content_items as i', 'i.id', 'r.item_id')
      .select(['i.id', 'i.kind'])
      .where('r.user_id', '=', actor.userId)
      .where('r.type', '=', 'BOOKMARK')
      .where((eb) => eb.or([eb('r.id', '=', id), eb('r.item_id', '=', id)]))
      .executeTakeFirst();
    const outcome = found && (await this.react(actor, found, 'BOOKMARK', false));
    if (!outcome?.changed) throw notFound('bookmark');
  }
}
