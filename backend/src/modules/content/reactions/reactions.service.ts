import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { PeopleFacade } from '../../auth/index.js';
import type { ContentKind } from '../items/enums.js';
import { ItemLock, type ItemRef, type ReactionCounts } from '../items/item-lock.js';
import { counterOf, praises, type ReactionType } from './reaction-types.js';

export interface ReactionOutcome {
  itemId: string;
  active: boolean;
  /** whether this act changed anything */
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

/**
 * $4: true puts the reaction there, false takes it away, null turns it round. The item is held, so nobody else changes its
 * rows meanwhile, and rows and counter change together.
 */
const change = (counter: keyof ReactionCounts) => `with gone as (
    delete from reactions where item_id = $1 and user_id = $2 and type = $3 and $4::boolean is not true returning id
  ), made as (
    insert into reactions (item_id, user_id, type, id, created_at)
    select $1, $2, $3, $5, $6 where $4::boolean is not false and not exists (select 1 from gone)
    on conflict do nothing returning id, created_at
  ), counted as (
    update content_items set ${counter} = ${counter} + case when exists (select 1 from made) then 1 else -1 end
    where id = $1 and (exists (select 1 from made) or exists (select 1 from gone))
  )
  select made.id as made, (select count(*)::int from gone) as gone, coalesce(made.id, old.id) as id, coalesce(made.created_at, old.created_at) as created_at
  from (values (1)) one left join made on true left join reactions old on old.item_id = $1 and old.user_id = $2 and old.type = $3`;

/** The one place where reactions come and go. */
@Injectable()
export class ReactionsService {
  constructor(
    private readonly database: Database,
    private readonly lock: ItemLock,
    private readonly people: PeopleFacade,
    private readonly permissions: PermissionDirectory,
  ) {}

  /** @param active what it shall be afterwards; undefined turns it round */
  async react(actor: Actor, item: ItemRef, type: ReactionType, active?: boolean): Promise<ReactionOutcome> {
    // A bookmark says nothing to others.
    if (type !== 'BOOKMARK' && !actor.can('reactions.create'))
      throw await refusal(this.permissions, actor, 'reactions.create');
    return this.database.transaction(async () => {
      const { id: itemId, authorId, counts } = await this.lock.hold(actor, item);
      const row = await this.database.one<Change>(change(counterOf[type]), [
        itemId,
        actor.userId,
        type,
        active ?? null,
        uuidv7(),
        new Date(),
      ]);
      const by = row?.made ? 1 : -(row?.gone ?? 0);
      if (by && praises.includes(type) && authorId !== actor.id) await this.people.addReputation(authorId, by);
      const isActive = by > 0 || (by === 0 && active === true);
      return {
        itemId,
        active: isActive,
        changed: by !== 0,
        id: isActive ? (row?.id ?? null) : null,
        createdAt: isActive ? (row?.created_at ?? null) : null,
        counts: { ...counts, [counterOf[type]]: counts[counterOf[type]] + by },
      };
    });
  }

  /** @param id of the bookmark or of what is bookmarked. @throws 404 when the person has no such bookmark, or of something they may not see any more */
  async removeBookmark(actor: Actor, id: string): Promise<void> {
    const found = await this.database.one<{ id: string; kind: ContentKind }>(
      `select i.id, i.kind from reactions r join content_items i on i.id = r.item_id where r.user_id = $1 and r.type = 'BOOKMARK' and (r.id = $2 or r.item_id = $2)`,
      [actor.userId, id],
    );
    const outcome = found && (await this.react(actor, found, 'BOOKMARK', false));
    if (!outcome?.changed) throw notFound('This bookmark');
  }
}
