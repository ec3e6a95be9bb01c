import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import {
  computeBoost,
  type PreparedMarkdown,
  type ParsedSearchText,
  type SearchEntry,
  SearchIndexService,
  SearchTextParser,
} from '../../content/index.js';
import { postPath, postPathSql, threadPath } from '../shared/forum-limits.js';
import { IS_LISTED_POST } from '../shared/forum-visibility.js';
import type { Row } from '../../../schema/index.js';

/** Hidden and deleted threads and posts have no entries. */
export const FORUM_AUDIENCE = 'PUBLIC';

/** Precedes the title of the thread in the titles of replies. */
const REPLY_TITLE = 'Re: ';

type PostColumn = 'id' | 'thread_id' | 'number' | 'author_id' | 'content' | 'like_count' | 'helpful_count';

/** What the search index stores of a post. The Original Post is the text of its thread. */
interface IndexedPost extends Pick<Row<'forum_posts'>, PostColumn> {
  /** when its text last changed */
  at: Date;
  title: string;
  tags: readonly string[];
  category_id: string;
}

export const selectIndexed = (condition: RawBuilder<unknown>) => sql<IndexedPost>`
  select p.id, p.thread_id, p.number, p.author_id, p.content,
         case when p.number = 1 then greatest(p.created_at, p.edited_at, t.edited_at)
              else greatest(p.created_at, p.edited_at) end as at,
         p.like_count, p.helpful_count, t.title, t.tags, t.category_id
  from forum_posts p join forum_threads t on t.id = p.thread_id
  where ${sql.raw(IS_LISTED_POST)} and ${condition}`;

/** Posts whose entries are written in the transaction that restores their thread. */
const MAX_RESTORED_POSTS = 50;

/**
 * Keeps the search index in step with threads and posts. Except for `prepare…`, the methods join the caller's
 * transaction, which has locked the thread.
 */
@Injectable()
export class ForumIndexer {
  constructor(
    private readonly database: Database,
    private readonly search: SearchIndexService,
    private readonly parser: SearchTextParser,
  ) {}

  /** To be called before the transaction: parses the text of a thread, which is indexed with its title. */
  async prepareThread(id: string): Promise<PreparedMarkdown | undefined> {
    return isId(id) ? this.prepare(sql`p.thread_id = ${id} and p.number = 1`) : undefined;
  }

  /** As {@link prepareThread}, for the first one of these posts. */
  async prepareFirst(ids: readonly string[]): Promise<PreparedMarkdown | undefined> {
    return this.prepare(sql`p.id = any(${ids}::uuid[]) order by p.number limit 1`);
  }

  async add(post: IndexedPost, parsed: ParsedSearchText): Promise<void> {
    await this.search.add(toEntry(post, parsed));
  }

  /** After the text of a post has changed. */
  async update(postId: string, text: PreparedMarkdown | undefined): Promise<void> {
    await this.putEntry(sql`p.id = ${postId}`, text);
  }

  /** After title or tags have changed; replies show the title too. */
  async updateThread(id: string, hasNewTitle: boolean, text: PreparedMarkdown | undefined): Promise<void> {
    await this.putEntry(sql`p.thread_id = ${id} and p.number = 1`, text);
    if (hasNewTitle) await this.relocateReplies(id, 1);
  }

  async moveThread(id: string, categoryId: string): Promise<void> {
    await this.search.moveToCategory(categoryId, 'thread', [id]);
    await this.search.moveToCategory(categoryId, 'post', getReplies(id));
  }

  /** After replies became a new thread. @param firstId its Original Post */
  async split(threadId: string, firstId: string, text: PreparedMarkdown | undefined): Promise<void> {
    await this.search.remove('post', firstId);
    await this.update(firstId, text);
    await this.relocateReplies(threadId, 1);
  }

  /** After the posts of a thread were added to another, after its last number. */
  async merge(fromId: string, toId: string, lastNumber: number, text: PreparedMarkdown | undefined): Promise<void> {
    await this.relocateReplies(toId, lastNumber);
    await this.search.remove('thread', fromId);
    await this.putEntry(sql`p.thread_id = ${toId} and p.number = ${lastNumber + 1}`, text);
  }

  async remove(post: { id: string; thread_id: string; number: number }): Promise<void> {
    await (isReply(post) ? this.search.remove('post', post.id) : this.search.remove('thread', post.thread_id));
  }

  /** Removes the thread and its replies, after it was deleted or hidden. */
  async removeThread(id: string): Promise<void> {
    await this.search.remove('thread', id);
    await this.search.removeAll('post', getReplies(id));
  }

  /** Adds the thread and its replies again, after it was restored; of a long thread most replies in the background. */
  async restoreThread(id: string): Promise<void> {
    const { rows } = await selectIndexed(
      sql`p.thread_id = ${id} order by p.number limit ${sql.lit(MAX_RESTORED_POSTS + 1)}`,
    ).execute(this.database.db);
    for (const post of rows.slice(0, MAX_RESTORED_POSTS)) await this.put(post, undefined);
    if (rows.length > MAX_RESTORED_POSTS) this.search.addMissingInBackground();
  }

  /** After the replies after this number were moved to the thread, or its title has changed. */
  private async relocateReplies(threadId: string, afterNumber: number): Promise<void> {
    await this.search.relocate(
      'post',
      sql`select p.id, ${sql.raw(postPathSql('t.id', 'p.number'))} as url, ${sql.lit(REPLY_TITLE)} || t.title as title,
                 t.category_id
          from forum_posts p join forum_threads t on t.id = p.thread_id
          where p.thread_id = ${threadId} and p.number > greatest(1, ${afterNumber}::int)`,
    );
  }

  /** @param condition of one post */
  private async putEntry(condition: RawBuilder<unknown>, text: PreparedMarkdown | undefined): Promise<void> {
    const [post] = (await selectIndexed(condition).execute(this.database.db)).rows;
    if (post) await this.put(post, text);
  }

  private async put(post: IndexedPost, text: PreparedMarkdown | undefined): Promise<void> {
    await this.search.put(toEntry(post, this.parser.getParsed(text, post.content, post.id)));
  }

  private async prepare(condition: RawBuilder<unknown>): Promise<PreparedMarkdown | undefined> {
    const { rows } = await sql<{ content: string }>`select p.content from forum_posts p where ${condition}`.execute(
      this.database.db,
    );
    return rows[0] && this.parser.prepare(rows[0].content);
  }
}

const getReplies = (threadId: string): RawBuilder<unknown> =>
  sql`select p.id from forum_posts p where p.thread_id = ${threadId} and p.number > 1`;

const isReply = ({ number }: Pick<IndexedPost, 'number'>): boolean => number > 1;

export const toEntry = (post: IndexedPost, { text, references, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...(isReply(post)
    ? {
        type: 'post',
        id: post.id,
        title: REPLY_TITLE + post.title,
        hasOwnTitle: false,
        tags: [],
        url: postPath(post.thread_id, post.number),
      }
    : { type: 'thread', id: post.thread_id, title: post.title, tags: post.tags, url: threadPath(post.thread_id) }),
  audience: FORUM_AUDIENCE,
  author_id: post.author_id,
  category_id: post.category_id,
  difficulty: null,
  at: post.at,
  boost: computeBoost(post.like_count + 2 * post.helpful_count),
  summary: '',
  // Headings of posts have no addresses.
  text: { ...text, pieces: text.pieces.map((piece) => ({ ...piece, anchor: '' })) },
  links: references?.links ?? [],
  isProvisional,
});
