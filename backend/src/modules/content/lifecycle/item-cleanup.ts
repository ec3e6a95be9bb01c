import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { UsersFacade } from '../../auth/index.js';
import { COMMENT_FILES } from '../engagement/comments/comment-files.js';
import { reputationReactions } from '../engagement/reactions/reaction-types.js';
import type { ContentItem } from '../items/content-item.entity.js';

/** What people have left at an item. The rows go with it; what follows from them elsewhere goes here, in the caller's transaction, which holds the item. */
@Injectable()
export class ItemCleanup {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly fileReferences: FileReferences,
  ) {}

  async remove(item: ContentItem): Promise<void> {
    const comments = await this.database.query<{ id: string }>(
      `select id from comments where item_id = $1 and content like '%/files/%'`,
      [item.id],
    );
    for (const { id } of comments) await this.fileReferences.release({ subjectType: COMMENT_FILES, subjectId: id });
    const praise = await this.database.one<{ n: number }>(
      'select count(*)::int as n from reactions where item_id = $1 and type = any($2) and user_id <> $3',
      [item.id, reputationReactions, item.authorId],
    );
    if (praise?.n) await this.users.addReputation(item.authorId, -praise.n);
  }
}
