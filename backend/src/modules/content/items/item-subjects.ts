import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';
import { canSee, isVisibleTo, selectAudience } from '../audience/audience.js';
import { type ContentKind, contentKinds } from '../audience/enums.js';

/** Registers who may see items, for files and rows of other modules that refer to one. */
@Injectable()
export class ItemSubjects {
  constructor(
    private readonly database: Database,
    visibility: VisibilityRegistry,
  ) {
    for (const kind of contentKinds) {
      visibility.register(kind, {
        findVisible: (actor, ids) => this.findVisible(kind, actor, ids),
        isVisible: (id, actor) => sql`exists (
          select 1 from content_items i
          where i.id = ${id} and i.kind = ${sql.lit(kind)} and ${isVisibleTo(actor, 'i')})`,
        filterViewers: (id, actors) => this.filterViewers(kind, id, actors),
      });
    }
  }

  private async findVisible(kind: ContentKind, actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.audience'])
      .where('i.kind', '=', kind)
      .where('i.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where(isVisibleTo(actor, 'i'))
      .execute();
    return {
      visible: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.audience === 'PUBLIC').map((row) => row.id)),
    };
  }

  private async filterViewers(kind: ContentKind, id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const item = await this.database.db
      .selectFrom('content_items as i')
      .select(['i.author_id', selectAudience('i').as('audience')])
      .where('i.id', '=', id)
      .where('i.kind', '=', kind)
      .executeTakeFirst();
    return item ? actors.filter((actor) => canSee(actor, { authorId: item.author_id, audience: item.audience })) : [];
  }
}
