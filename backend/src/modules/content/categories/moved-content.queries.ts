import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import type { MovedContent } from '../../auth/index.js';
import { isShown, isVisibleTo, type Visibility } from '../audience/audience.js';

interface MovedRow {
  category_id: string | null;
  visibility: Visibility;
}

/**
 * What moves with a category or with items, as far as the actor sees it: the rest must not show in numbers. What is not
 * published, or hidden, has no readers to gain or lose.
 */
@Injectable()
export class MovedContentQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** All that is in a category; null: in none. */
  async listOfCategory(actor: Actor, category: string | null): Promise<MovedContent[]> {
    const { rows } = await sql<MovedRow>`
      select distinct i.category_id, i.visibility from content_items i
      where i.category_id is not distinct from ${category}::uuid
        and ${isShown('i')} and ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    return rows.map(toMovedContent);
  }

  /**
   * Items and the pages below them.
   * @param visibility what the items themselves get with the move
   * @throws 404 when the actor sees none of them
   */
  async listOfItems(actor: Actor, ids: readonly string[], visibility?: Visibility): Promise<MovedContent[]> {
    const own = sql<Visibility>`case when i.id = any(${ids}::uuid[])
      then coalesce(${visibility ?? null}, i.visibility) else i.visibility end`;
    const { rows } = await sql<MovedRow & { is_shown: boolean }>`
      with recursive moved as (
        select i.id from content_items i where i.id = any(${ids}::uuid[]) and ${isVisibleTo(actor, 'i')}
        union
        select p.item_id from moved m join content_positions p on p.parent_id = m.id
      )
      select distinct i.category_id, ${own} as visibility, ${isShown('i')} as is_shown
      from moved m join content_items i on i.id = m.id
      where ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    if (!rows.length) throw notFound('item');
    return rows.filter((row) => row.is_shown).map(toMovedContent);
  }
}

const toMovedContent = ({ category_id, visibility }: MovedRow): MovedContent => ({
  category_id,
  permission: visibility === 'INTERNAL' ? 'content.view_internal' : null,
  is_for_guests: visibility === 'PUBLIC',
});
