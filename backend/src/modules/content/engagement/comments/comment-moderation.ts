import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { type ModeratedSubject, ModerationRegistry } from '../../../../platform/moderation/moderation-registry.js';

/** Registers how comments are moderated. */
@Injectable()
export class CommentModeration {
  constructor(
    private readonly database: Database,
    registry: ModerationRegistry,
  ) {
    registry.register('comment', { lock: (id) => this.lock(id) });
  }

  private lock(id: string): Promise<ModeratedSubject | undefined> {
    return this.database.one<ModeratedSubject>(
      `select c.id, c.author_id as "authorId", c.hidden_at is not null as "isHidden"
       from comments c where c.id = $1 and c.deleted_at is null for update`,
      [id],
    );
  }
}
