import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { type ListedPage, type Publication, Publications } from '../../../platform/web/publications.js';
import { EXCERPT_START, plainExcerpt } from '../../content/index.js';
import { threadPath } from '../shared/forum-limits.js';

const isPublic = 't.deleted_at is null and t.hidden_at is null';

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
      listPages: ({ after, before, limit }) => this.listPages([after, before, limit]),
    });
  }

  private async listNewest(limit: number): Promise<Publication[]> {
    const rows = await this.database.query<Omit<Publication, 'path' | 'summary'> & { beginning: string | null }>(
      `select t.id, t.title, a.name as "authorName", t.created_at as "publishedAt", t.last_post_at as "changedAt",
              left(p.content, $2) as beginning
       from forum_threads t
       join people a on a.id = t.author_id
       left join forum_posts p
         on p.thread_id = t.id and p.number = 1 and p.deleted_at is null and p.hidden_at is null
       where ${isPublic}
       order by t.id desc limit $1`,
      [limit, EXCERPT_START],
    );
    return rows.map(({ beginning, ...row }) => ({
      ...row,
      path: threadPath(row.id),
      summary: plainExcerpt(beginning ?? ''),
    }));
  }

  private async findFirstId(): Promise<string | undefined> {
    const row = await this.database.one<{ id: string }>(
      `select t.id from forum_threads t where ${isPublic} order by t.id limit 1`,
    );
    return row?.id;
  }

  private async listPages(values: [string, string, number]): Promise<ListedPage[]> {
    const rows = await this.database.query<{ id: string; changedAt: Date }>(
      `select t.id, t.last_post_at as "changedAt"
       from forum_threads t
       where ${isPublic} and t.id > $1 and t.id < $2
       order by t.id limit $3`,
      values,
    );
    return rows.map((row) => ({ ...row, path: threadPath(row.id) }));
  }
}
