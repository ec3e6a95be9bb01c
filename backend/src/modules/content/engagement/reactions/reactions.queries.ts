import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import { audiencesOf, visibleTo } from '../../items/audience.js';
import { itemLabel, isIdOrSlug, kindOf, whereIdOrSlug } from '../../items/items.queries.js';
import type { ReactionType } from './reaction-types.js';
import type { OwnReactionsResponse } from './reactions.dto.js';

@Injectable()
export class ReactionsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** The actor's reactions to an item. @throws 404 */
  async listOwn(actor: Actor, kind: string, idOrSlug: string): Promise<OwnReactionsResponse> {
    const known = kindOf(kind);
    const row =
      isIdOrSlug(idOrSlug) &&
      (await this.database.one<{ id: string; reactions: ReactionType[] }>(
        `select i.id,
                array(
                  select r.type from reactions r where r.item_id = i.id and r.user_id = $2::uuid order by r.id
                ) as reactions
         from content_items i
         where ${whereIdOrSlug(known, idOrSlug)} and ${visibleTo('i', '$1', '$2')}`,
        [audiencesOf(actor), actor.id, idOrSlug],
      ));
    if (!row) throw notFound(itemLabel(known));
    return { content_type: known, content_id: row.id, reactions: row.reactions };
  }
}
