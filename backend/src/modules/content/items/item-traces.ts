import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { FileUses } from '../../../platform/files/file-uses.js';
import { PeopleFacade } from '../../auth/index.js';
import { COMMENT_FILES } from '../comments/comment-files.js';
import { praises } from '../reactions/reaction-types.js';
import type { ContentItem } from './content-item.entity.js';

/** What people have left at an item. The rows go with it; what follows from them elsewhere goes here, in the caller's transaction, which holds the item. */
@Injectable()
export class ItemTraces {
  constructor(
    private readonly database: Database,
    private readonly people: PeopleFacade,
    private readonly uses: FileUses,
  ) {}

  async forget(item: ContentItem): Promise<void> {
    const comments = await this.database.query<{ id: string }>(
      `select id from comments where item_id = $1 and content like '%/files/%'`,
      [item.id],
    );
    for (const { id } of comments) await this.uses.release({ subjectType: COMMENT_FILES, subjectId: id });
    const praise = await this.database.one<{ n: number }>(
      'select count(*)::int as n from reactions where item_id = $1 and type = any($2) and user_id <> $3',
      [item.id, praises, item.authorId],
    );
    if (praise?.n) await this.people.addReputation(item.authorId, -praise.n);
  }
}
