import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type Bind, Subjects } from '../../../platform/subjects/subjects.js';
import { audiencesOf, maySee, visibleTo } from './audience.js';
import type { Audience, ContentKind } from './enums.js';

/** Who may see a document or video, for rows of other modules that are about one. */
@Injectable()
export class ItemSubjects {
  constructor(
    private readonly database: Database,
    subjects: Subjects,
  ) {
    for (const kind of ['document', 'video'] as const) {
      subjects.register(kind, {
        visible: (id, actor, bind) => visible(kind, id, actor, bind),
        readers: (id, actors) => this.readers(kind, id, actors),
      });
    }
  }

  private async readers(kind: ContentKind, id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const item = await this.database.one<{ audience: Audience; author_id: string }>(
      'select audience, author_id from content_items where id = $1 and kind = $2',
      [id, kind],
    );
    return item ? actors.filter((actor) => maySee(actor, { authorId: item.author_id, audience: item.audience })) : [];
  }
}

const visible = (kind: ContentKind, id: string, actor: Actor, bind: Bind): string =>
  `exists (select 1 from content_items i where i.id = ${id} and i.kind = '${kind}' and ${visibleTo('i', bind(audiencesOf(actor)), bind(actor.id))})`;
