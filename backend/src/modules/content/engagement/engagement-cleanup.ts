import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { UsersFacade } from '../../auth/index.js';
import type { Item } from '../items/item.js';
import { CommentFiles } from './comments/comment-files.js';
import { reputationReactions } from './reactions/reaction-types.js';

/**
 * Cleans up before an item is deleted. Its comments, reactions and views are deleted by cascade; what they changed
 * elsewhere is reverted here, in the caller's transaction, which holds the item's lock.
 */
@Injectable()
export class EngagementCleanup {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly commentFiles: CommentFiles,
  ) {}

  async beforeRemoval(item: Item): Promise<void> {
    await this.releaseCommentFiles(item.id);
    await this.addReputation(item, -1);
  }

  /**
   * Before an item is hidden, and after it was restored: what is hidden earns its author nothing. Called before the
   * item's counters change, because removals lock in this order too.
   * @param by -1 or 1
   */
  async addReputation({ id, author_id, hidden_at }: Item, by: 1 | -1): Promise<void> {
    if (hidden_at) return;
    const earned = await this.database.one<{ n: number }>(
      'select count(*)::int as n from reactions where item_id = $1 and type = any($2) and user_id <> $3',
      [id, reputationReactions, author_id],
    );
    if (earned?.n) await this.users.addReputation(author_id, by * earned.n);
  }

  private async releaseCommentFiles(itemId: string): Promise<void> {
    const comments = await this.database.query<{ id: string }>(
      `select id from comments where item_id = $1 and content like '%/files/%'`,
      [itemId],
    );
    for (const { id } of comments) await this.commentFiles.release(id);
  }
}
