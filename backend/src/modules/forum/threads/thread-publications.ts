import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  type ListedPage,
  type Publication,
  Publications,
  type PublicationSource,
} from '../../../platform/web/sitemaps.js';
import { isCategoryOpenToAll } from '../../auth/index.js';
import { EXCERPT_START, plainExcerpt } from '../../content/index.js';
import { threadPath } from '../shared/forum-limits.js';

/** Lists the threads that guests may read, for feeds and search engines. */
@Injectable()
export class ThreadPublications {
  constructor(
    private readonly database: DatabaseReader,
    publications: Publications,
  ) {
    publications.add({
      name: 'threads',
      listNewest: (limit) => this.listNewest(limit),
      findFirstId: () => this.findFirstId(),
      listPages: (range) => this.listPages(range),
    });
  }

  private async listNewest(limit: number): Promise<Publication[]> {
    const rows = await this.selectPublic()
      .innerJoin('people as a', 'a.id', 't.author_id')
      .leftJoin('forum_posts as p', (join) =>
        join
          .onRef('p.thread_id', '=', 't.id')
          .on('p.number', '=', sql.lit(1))
          .on('p.deleted_at', 'is', null)
          .on('p.hidden_at', 'is', null),
      )
      .select(['t.title', 'a.name as authorName', 't.created_at as publishedAt'])
      .select(sql<string | null>`left(p.content, ${sql.lit(EXCERPT_START)})`.as('beginning'))
      .orderBy('t.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ beginning, ...row }) => ({
      ...row,
      path: threadPath(row.id),
      summary: plainExcerpt(beginning ?? ''),
    }));
  }

  private async findFirstId(): Promise<string | undefined> {
    return (await this.selectPublic().orderBy('t.id').limit(sql.lit(1)).executeTakeFirst())?.id;
  }

  private async listPages({
    after,
    before,
    limit,
  }: Parameters<PublicationSource['listPages']>[0]): Promise<ListedPage[]> {
    const rows = await this.selectPublic()
      .where('t.id', '>', after)
      .where('t.id', '<', before)
      .orderBy('t.id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, path: threadPath(row.id) }));
  }

  private selectPublic() {
    return this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.id', 't.last_post_at as changedAt'])
      .where('t.deleted_at', 'is', null)
      .where('t.hidden_at', 'is', null)
      .where(isCategoryOpenToAll('t.category_id'));
  }
}
