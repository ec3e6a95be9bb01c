import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import {
  type Bind,
  VisibilityRegistry,
  type VisibleSubjects,
} from '../../../platform/visibility/visibility-registry.js';
import { audiencesOf, audienceSql, canSee, visibleTo } from './audience.js';
import { type Audience, type ContentKind, contentKinds } from './enums.js';

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
        visibleSql: (id, actor, bind) => itemVisibleSql(kind, id, actor, bind),
        filterViewers: (id, actors) => this.filterViewers(kind, id, actors),
      });
    }
  }

  private async findVisible(kind: ContentKind, actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.query<{ id: string; public: boolean }>(
      `select i.id, i.audience = 'PUBLIC' as public from content_items i
       where i.kind = $4 and i.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, ids, kind],
    );
    return {
      visible: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.public).map((row) => row.id)),
    };
  }

  private async filterViewers(kind: ContentKind, id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const item = await this.database.one<{ audience: Audience; author_id: string }>(
      `select ${audienceSql('i')} as audience, i.author_id from content_items i where i.id = $1 and i.kind = $2`,
      [id, kind],
    );
    return item ? actors.filter((actor) => canSee(actor, { authorId: item.author_id, audience: item.audience })) : [];
  }
}

const itemVisibleSql = (kind: ContentKind, id: string, actor: Actor, bind: Bind): string =>
  `exists (
     select 1 from content_items i
     where i.id = ${id} and i.kind = '${kind}' and ${visibleTo('i', bind(audiencesOf(actor)), bind(actor.id))})`;
