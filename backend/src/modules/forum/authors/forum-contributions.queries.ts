import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  encodeCursor,
  type KeysetOrder,
  sortValuesSql,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { type Page, type PagePlace, pageSql } from '../../../platform/http/pagination/pagination.js';
import { EXCERPT_START, plainExcerpt } from '../../content/index.js';
import { COUNT_CAP, postPath, threadPath } from '../shared/forum-limits.js';
import { currentThread, postVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';

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
  isHidden: boolean;
  createdAt: Date;
  /** of the contributions after it */
  cursor: string;
}

const latestFirst: KeysetOrder = {
  name: 'contributions to the forum',
  direction: 'desc',
  columns: [{ sql: 'p.id', type: 'uuid' }],
};

interface Row extends SortedRow {
  id: string;
  threadId: string;
  number: number;
  title: string;
  content: string;
  isHidden: boolean;
  createdAt: Date;
}

/** Lists what users have written in the forum. */
@Injectable()
export class ForumContributionsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /**
   * The latest threads and replies of a user that the actor may see, each Original Post as its thread, and one more
   * than the limit if there are more.
   */
  async list(userId: string, actor: Actor, place: Omit<PagePlace, 'offset'>): Promise<Page<ForumContribution>> {
    const values = [...visibilityParameters(actor), userId];
    const source = `from forum_posts p join forum_threads t on t.id = p.thread_id
      where p.author_id = $3::uuid and ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}`;
    const parameters: unknown[] = [...values];
    const { isAfter, tail } = pageSql(latestFirst, place, (value) => `$${parameters.push(value)}`);
    const rows = await this.database.query<Row>(
      `select p.id, p.thread_id as "threadId", p.number, t.title, left(p.content, ${EXCERPT_START}) as content,
              p.hidden_at is not null or t.hidden_at is not null as "isHidden", p.created_at as "createdAt",
              ${sortValuesSql(latestFirst)}
       ${source} and ${isAfter} ${tail}`,
      parameters,
    );
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n from (select 1 ${source} limit ${COUNT_CAP + 1}) n`,
      values,
    );
    const n = counted?.n ?? 0;
    return { rows: rows.map(toContribution), total: Math.min(n, COUNT_CAP), capped: n > COUNT_CAP };
  }

  /** Titles and paths of those threads and posts that the actor may see; of merged threads those of their targets. */
  async listCaptions(ids: string[], actor: Actor): Promise<Map<string, { title: string; path: string }>> {
    const rows = await this.database.query<{ id: string; threadId: string; number: number; title: string }>(
      `select i.id, p.thread_id as "threadId", p.number, t.title
       from unnest($3::uuid[]) as i (id) join forum_posts p on p.id = i.id join forum_threads t on t.id = p.thread_id
       where ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}
       union all
       select i.id, t.id, 1, t.title
       from unnest($3::uuid[]) as i (id) join forum_threads t on t.id = ${currentThread('i.id')}
       join forum_posts p on p.thread_id = t.id and p.number = 1
       where ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), ids],
    );
    return new Map(
      rows.map(({ id, threadId, number, title }) => [
        id,
        { title, path: number > 1 ? postPath(threadId, number) : threadPath(threadId) },
      ]),
    );
  }
}

const toContribution = ({
  id,
  threadId,
  number,
  title,
  content,
  isHidden,
  createdAt,
  sort_values,
}: Row): ForumContribution => ({
  ...(number > 1
    ? { type: 'post', id, url: postPath(threadId, number) }
    : { type: 'thread', id: threadId, url: threadPath(threadId) }),
  title,
  excerpt: plainExcerpt(content),
  isHidden,
  createdAt,
  cursor: encodeCursor(latestFirst, sort_values),
});
