import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { UsersFacade } from '../../auth/index.js';
import { type Item, reputationReactions } from '../items/item.js';
import { ItemsService } from '../items/items.service.js';

/** What the reactions to an item earn its author. Joins the caller's transaction, which holds the item's lock. */
@Injectable()
export class ItemReputationService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    items: ItemsService,
  ) {
    items.registerReputation(this);
  }

  async addReputation({ id, author_id, hidden_at }: Item, by: 1 | -1): Promise<void> {
    if (hidden_at) return;
    const { n } = await this.database.db
      .selectFrom('reactions')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('item_id', '=', id)
      .where(sql<boolean>`type = any(${reputationReactions}::text[])`)
      .where('user_id', '<>', author_id)
      .executeTakeFirstOrThrow();
    if (n) await this.users.addReputation(author_id, by * n);
  }
}
