import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { isVisibleTo } from '../../audience/audience.js';
import { itemLabel, isIdOrSlug, kindOf, hasIdOrSlug } from '../../items/items.queries.js';
import type { ReactionType } from '../../items/reaction-types.js';
import type { OwnReactionsResponse } from './reactions.dto.js';

@Injectable()
export class ReactionsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** The actor's reactions to an item. @throws 404 */
  async listOwn(actor: Actor, kind: string, idOrSlug: string): Promise<OwnReactionsResponse> {
    const known = kindOf(kind);
    if (!isIdOrSlug(idOrSlug)) throw notFound(itemLabel(known));
    const { rows } = await sql<{ id: string; reactions: ReactionType[] }>`
      select i.id,
             array(
               select r.type from reactions r where r.item_id = i.id and r.user_id = ${actor.id}::uuid order by r.id
             ) as reactions
      from content_items i
      where ${hasIdOrSlug(known, idOrSlug)} and ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    const [row] = rows;
    if (!row) throw notFound(itemLabel(known));
    return { content_type: known, content_id: row.id, reactions: row.reactions };
  }
}
