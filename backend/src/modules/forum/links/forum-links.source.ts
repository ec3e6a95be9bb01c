import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { HubAddress } from '../../../platform/links/hub-address.js';
import { type LinkKey, LinkRegistry, type LinkTarget } from '../../../platform/links/link-registry.js';
import { EXCERPT_START, plainExcerpt } from '../../content/index.js';
import { currentThread, isPostShown, isShownWithin, isThreadShown } from '../shared/forum-visibility.js';
import { postPath, threadPath } from '../shared/forum-limits.js';

interface LinkedRow {
  requested: string;
  id: string;
  title: string;
  text: string | null;
  is_hidden: boolean;
  author_name: string;
  category_name: string;
}
type LinkedThread = LinkedRow & { is_solved: boolean; reply_count: number };
type LinkedPost = LinkedRow & { thread_id: string; number: number };

const POST = /^#post-([1-9]\d{0,8})$/;

/** What links to threads and to single posts lead to. */
@Injectable()
export class ForumLinksSource {
  constructor(
    private readonly database: DatabaseReader,
    links: LinkRegistry,
  ) {
    links.register({
      type: 'post',
      match: matchPost,
      find: (actor, keys) => this.findPosts(actor, keys),
    });
    links.register({
      type: 'thread',
      match: matchThread,
      find: (actor, keys) => this.findThreads(actor, keys),
    });
  }

  private async findThreads(actor: Actor, ids: readonly string[]): Promise<Map<string, LinkTarget>> {
    const { rows } = await sql<LinkedThread>`
      select requested.id as requested, t.id, t.title, left(p.content, ${sql.lit(EXCERPT_START)}) as text,
             t.hidden_at is not null as is_hidden, a.name as author_name, c.name as category_name,
             t.is_solved, greatest(t.post_count - 1, 0) as reply_count
      from unnest(${ids}::uuid[]) as requested (id)
      join forum_threads t on t.id = ${currentThread(sql.ref('requested.id'))}
      join people a on a.id = t.author_id
      join forum_categories c on c.id = t.category_id
      left join forum_posts p on p.thread_id = t.id and p.number = 1 and ${isShownWithin(actor, 'p')}
      where ${isThreadShown(actor)}`.execute(this.database.db);
    return new Map(
      rows.map(({ requested, text, ...row }) => [
        requested,
        { ...row, url: threadPath(row.id), excerpt: plainExcerpt(text ?? '') },
      ]),
    );
  }

  /** Posts that were moved are found by their former numbers, too. */
  private async findPosts(actor: Actor, keys: readonly string[]): Promise<Map<string, LinkTarget>> {
    const places = keys.map((key) => key.split('#') as [threadId: string, number: string]);
    const { rows } = await sql<LinkedPost>`
      select requested.thread_id || '#' || requested.number as requested, p.id, p.thread_id, p.number, t.title,
             left(p.content, ${sql.lit(EXCERPT_START)}) as text,
             p.hidden_at is not null or t.hidden_at is not null as is_hidden,
             a.name as author_name, c.name as category_name
      from unnest(${places.map(([id]) => id)}::uuid[], ${places.map(([, number]) => number)}::int[])
        as requested (thread_id, number)
      cross join lateral (
        select o.id from forum_posts o where o.thread_id = requested.thread_id and o.number = requested.number
        union
        select m.post_id from forum_moved_posts m
        where m.thread_id = requested.thread_id and m.number = requested.number
      ) found
      join forum_posts p on p.id = found.id
      join forum_threads t on t.id = p.thread_id
      join people a on a.id = p.author_id
      join forum_categories c on c.id = t.category_id
      where ${isPostShown(actor)}`.execute(this.database.db);
    return new Map(
      rows.map(({ requested, text, thread_id, number, ...row }) => [
        requested,
        { ...row, url: postPath(thread_id, number), excerpt: plainExcerpt(text ?? '') },
      ]),
    );
  }
}

function getThreadId({ path }: HubAddress): string | undefined {
  const start = threadPath('');
  const id = path.startsWith(start) ? path.slice(start.length).toLowerCase() : '';
  return isId(id) ? id : undefined;
}

function matchThread(address: HubAddress): LinkKey | undefined {
  const id = getThreadId(address);
  return id === undefined ? undefined : { key: id, suffix: address.search + address.hash };
}

function matchPost(address: HubAddress): LinkKey | undefined {
  const id = getThreadId(address);
  const number = POST.exec(address.hash)?.[1];
  // The page of a post follows from its number, and its thread may be another by now.
  return id === undefined || number === undefined ? undefined : { key: `${id}#${number}`, suffix: '' };
}
