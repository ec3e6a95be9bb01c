import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { ContentFacade, type ContentKind } from '../../content/index.js';
import { ContentThreads } from '../repositories/content-threads.js';

/** Links a thread of the demo to a document or video. */
export interface SeededLink {
  /** title of the thread */
  thread: string;
  item: { kind: ContentKind; slug: string };
  /** of the video */
  second?: number;
  /** number of the post that the document was made of; without one the thread is about the item */
  post?: number;
}

/** Creates the links of a demo between threads and items. */
@Injectable()
export class LinkSeed {
  constructor(
    private readonly database: Database,
    private readonly content: ContentFacade,
    private readonly links: ContentThreads,
  ) {}

  /** Repeatable: a link that exists is kept. */
  async create(actor: Actor, { thread, item, second, post }: SeededLink): Promise<void> {
    await this.database.transaction(async () => {
      const itemId = await this.content.getVisibleId(item.kind, item.slug, actor);
      const found = await this.database.db
        .selectFrom('forum_threads as t')
        .innerJoin('forum_posts as p', 'p.thread_id', 't.id')
        .select(['p.thread_id', 'p.id as post_id'])
        .select(
          sql<boolean>`exists (
            select 1 from content_threads ct where ct.thread_id = t.id and ct.item_id = ${itemId}
          )`.as('exists'),
        )
        .where('t.title', '=', thread)
        .where('p.number', '=', post ?? 1)
        .executeTakeFirst();
      if (!found) throw new Error(`The forum has no post ${post ?? 1} in “${thread}”.`);
      if (found.exists) return;
      if (post) await this.links.addSource(itemId, found.thread_id, found.post_id);
      else await this.links.addDiscussion(actor, found.thread_id, { item_type: item.kind, item_id: itemId, second });
    });
  }
}
