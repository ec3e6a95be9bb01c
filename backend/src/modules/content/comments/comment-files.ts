import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { FileReaders, type ReadableSubjects } from '../../../platform/files/file-readers.js';
import { FileUses } from '../../../platform/files/file-uses.js';
import { fileIdsIn } from '../../../platform/files/file-url.js';
import { audiencesOf } from '../items/audience.js';
import { commentVisibleTo } from './comment-visibility.js';

export const COMMENT_FILES = 'comment';

/** The images in comments, readable for whoever may read the comment. All commands join the caller's transaction. */
@Injectable()
export class CommentFiles {
  constructor(
    private readonly database: Database,
    private readonly uses: FileUses,
    readers: FileReaders,
  ) {
    readers.register(COMMENT_FILES, (actor, ids) => this.readable(actor, ids));
  }

  async show(actor: Actor, id: string, content: string): Promise<void> {
    await this.uses.setUses(fileIdsIn(content), { subjectType: COMMENT_FILES, subjectId: id }, actor);
  }

  async release(id: string): Promise<void> {
    await this.uses.release({ subjectType: COMMENT_FILES, subjectId: id });
  }

  private async readable(actor: Actor, ids: string[]): Promise<ReadableSubjects> {
    const rows = await this.database.query<{ id: string; public: boolean }>(
      `select c.id, i.audience = 'PUBLIC' and c.hidden_at is null as public from comments c join content_items i on i.id = c.item_id
       where c.id = any($4::uuid[]) and ${commentVisibleTo('c', 'i', { audiences: '$1', me: '$2', moderates: '$3' })}`,
      [audiencesOf(actor), actor.id, actor.can('moderation.handle'), ids],
    );
    return {
      readable: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.public).map((row) => row.id)),
    };
  }
}
