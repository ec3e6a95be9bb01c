import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  encodeCursor,
  type KeysetOrder,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { buildPage, countRows, type Page, type PageRequest } from '../../../platform/http/pagination/pagination.js';
import { OWN_WORDS_START, ownWordsExcerpt } from '../../content/index.js';
import { postPath, threadPath } from '../shared/forum-limits.js';
import { currentThread, isPostShown } from '../shared/forum-visibility.js';

/** A thread or a reply by a user. */
export interface ForumContribution {
  type: 'thread' | 'post';
  id: string;
  /** of the thread */
  title: string;
  /** path in the frontend */
  url: string;
  /** plain text */
  excerpt: string;
  is_hidden: boolean;
  created_at: Date;
  /** of the contributions after it */
  cursor: string;
}

const latestFirst: KeysetOrder = {
  name: 'contributions to the forum',
  direction: 'desc',
  columns: [{ sql: sql.ref('p.id'), type: 'uuid' }],
};

type ContributionRow = Pick<Row<'forum_posts'>, 'id' | 'thread_id' | 'number' | 'content' | 'created_at'> &
  SortedRow & { title: string; is_hidden: boolean };

/** Lists what users have written in the forum. */
@Injectable()
export class ForumContributionsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /**
   * The latest threads and replies of a user that the actor may see, each Original Post as its thread, and one more
   * than the limit if there are more.
   */
  async list(userId: string, actor: Actor, page: Omit<PageRequest, 'offset'>): Promise<Page<ForumContribution>> {
    const source = sql`from forum_posts p join forum_threads t on t.id = p.thread_id
      where p.author_id = ${userId}::uuid and ${isPostShown(actor)}`;
    const { isAfter, tail } = buildPage(latestFirst, page);
    const { rows } = await sql<ContributionRow>`
      select p.id, p.thread_id, p.number, t.title, left(p.content, ${sql.lit(OWN_WORDS_START)}) as content,
             p.hidden_at is not null or t.hidden_at is not null as is_hidden, p.created_at,
             ${selectSortValues(latestFirst)} as sort_values
      ${source} and ${isAfter} ${tail}`.execute(this.database.db);
    return { rows: rows.map(toContribution), ...(await countRows(this.database.db, source)) };
  }

  /** Titles and paths of those threads and posts that the actor may see; of merged threads those of their targets. */
  async listCaptions(ids: string[], actor: Actor): Promise<Map<string, { title: string; path: string }>> {
    const { rows } = await sql<{ id: string; thread_id: string; number: number; title: string }>`
      select i.id, p.thread_id, p.number, t.title
      from unnest(${ids}::uuid[]) as i (id) join forum_posts p on p.id = i.id join forum_threads t on t.id = p.thread_id
      where ${isPostShown(actor)}
      union all
      select i.id, t.id, 1, t.title
      from unnest(${ids}::uuid[]) as i (id) join forum_threads t on t.id = ${currentThread(sql.ref('i.id'))}
      join forum_posts p on p.thread_id = t.id and p.number = 1
      where ${isPostShown(actor)}`.execute(this.database.db);
    return new Map(
      rows.map(({ id, thread_id, number, title }) => [
        id,
        { title, path: number > 1 ? postPath(thread_id, number) : threadPath(thread_id) },
      ]),
    );
  }
}

const toContribution = (row: ContributionRow): ForumContribution => ({
  ...(row.number > 1
    ? { type: 'post', id: row.id, url: postPath(row.thread_id, row.number) }
    : { type: 'thread', id: row.thread_id, url: threadPath(row.thread_id) }),
  title: row.title,
  excerpt: ownWordsExcerpt(row.content),
  is_hidden: row.is_hidden,
  created_at: row.created_at,
  cursor: encodeCursor(latestFirst, row.sort_values),
});
