import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { SimilarItemsQueries } from '../../content/index.js';
import { isShown } from '../shared/forum-visibility.js';
import { type SimilarItemResponse, similarTypes } from './similar.dto.js';

const MAX_ITEMS = 5;

/** What may answer the question of a new thread. */
@Injectable()
export class SimilarQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly items: SimilarItemsQueries,
  ) {}

  async list(actor: Actor, title: string): Promise<SimilarItemResponse[]> {
    const items = await this.items.list(actor, title, similarTypes, MAX_ITEMS);
    const threads = await this.findThreads(
      actor,
      items.filter(({ type }) => type === 'thread').map(({ id }) => id),
    );
    return items.flatMap<SimilarItemResponse>(({ type, id, title: itemTitle, url }) => {
      const item = { type: type as SimilarItemResponse['type'], id, title: itemTitle, url };
      if (type !== 'thread') return [{ ...item, is_solved: null, reply_count: null }];
      const thread = threads.get(id);
      return thread ? [{ ...item, is_solved: thread.is_solved, reply_count: thread.reply_count }] : [];
    });
  }

  private async findThreads(actor: Actor, ids: readonly string[]) {
    const rows = ids.length
      ? await this.database.db
          .selectFrom('forum_threads as t')
          .select(['t.id', 't.is_solved', sql<number>`greatest(t.post_count - 1, 0)`.as('reply_count')])
          .where(sql<boolean>`t.id = any(${ids}::uuid[])`)
          .where(isShown(actor, 't'))
          .execute()
      : [];
    return new Map(rows.map((row) => [row.id, row]));
  }
}
