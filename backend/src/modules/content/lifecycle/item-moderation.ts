import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type ModeratedSubject, ModerationRegistry } from '../../../platform/moderation/moderation-registry.js';
import { type ContentKind, contentKinds } from '../items/enums.js';

/** Registers how documents and videos are moderated. */
@Injectable()
export class ItemModeration {
  constructor(
    private readonly database: Database,
    registry: ModerationRegistry,
  ) {
    for (const kind of contentKinds) registry.register(kind, { lock: (id) => this.lock(kind, id) });
  }

  private lock(kind: ContentKind, id: string): Promise<ModeratedSubject | undefined> {
    return this.database.one<ModeratedSubject>(
      `select i.id, i.author_id as "authorId", i.hidden_at is not null as "isHidden"
       from content_items i where i.id = $1 and i.kind = $2 for update`,
      [id, kind],
    );
  }
}
