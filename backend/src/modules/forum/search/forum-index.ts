import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type ItemsSql, SearchFacade, SearchTextParser } from '../../content/index.js';
import { postPathSql } from '../shared/forum-limits.js';
import { type IndexedPost, isReply, postEntry, REPLY_TITLE } from './forum-search-entry.js';
import { indexedPosts } from './forum-search.source.js';

/** Posts whose entries are written in the transaction that restores their thread. */
const MAX_RESTORED_POSTS = 50;

/**
 * Keeps the search index in step with threads and posts. Except for `prepare…`, the methods join the caller's
 * transaction, which has locked the thread.
 */
@Injectable()
export class ForumIndex {
  constructor(
    private readonly database: Database,
    private readonly search: SearchFacade,
    private readonly parser: SearchTextParser,
  ) {}

  /** To be called before the transaction, so that neither a connection nor the lock waits for the parser. */
  async prepare(content: string): Promise<void> {
    await this.parser.prepare(content);
  }

  /** As {@link prepare}, for the text of a thread. */
  async prepareThread(id: string): Promise<void> {
    const row = await this.database.one<{ content: string }>(
      'select p.content from forum_posts p where p.thread_id = $1 and p.number = 1',
      [id],
    );
    await this.parser.prepare(row?.content);
  }

  async add(post: IndexedPost): Promise<void> {
    await this.search.add(postEntry(post, this.parser.getPrepared(post.content, post.id)));
  }

  /** After the text of a post has changed. */
  async update(postId: string): Promise<void> {
    await this.putEntry('p.id = $1', [postId]);
  }

  /** After title or tags have changed; replies show the title too. */
  async updateThread(id: string, hasNewTitle: boolean): Promise<void> {
    await this.putEntry('p.thread_id = $1 and p.number = 1', [id]);
    if (hasNewTitle) await this.relocateReplies(id, 1);
  }

  async moveThread(id: string, categoryId: string): Promise<void> {
    await this.search.moveTo(categoryId, 'thread', [id]);
    await this.search.moveTo(categoryId, 'post', repliesOf(id));
  }

  /** After the replies after this number were moved to the thread, or its title has changed. */
  async relocateReplies(threadId: string, afterNumber: number): Promise<void> {
    await this.search.relocate('post', {
      sql: `select p.id, ${postPathSql('t.id', 'p.number')} as url, '${REPLY_TITLE}' || t.title as title, t.category_id
            from forum_posts p join forum_threads t on t.id = p.thread_id
            where p.thread_id = $1 and p.number > greatest(1, $2::int)`,
      parameters: [threadId, afterNumber],
    });
  }

  /** Before a reply becomes the Original Post of another thread. */
  async removeReply(id: string): Promise<void> {
    await this.search.remove('post', id);
  }

  /** After the Original Post of a thread became a reply of another, with this number. */
  async replaceThread(formerId: string, threadId: string, number: number): Promise<void> {
    await this.search.remove('thread', formerId);
    await this.putEntry('p.thread_id = $1 and p.number = $2', [threadId, number]);
  }

  async remove(post: { id: string; thread_id: string; number: number }): Promise<void> {
    await (isReply(post) ? this.search.remove('post', post.id) : this.search.remove('thread', post.thread_id));
  }

  /** Removes the thread and its replies, after it was deleted or hidden. */
  async removeThread(id: string): Promise<void> {
    await this.search.remove('thread', id);
    await this.search.removeAll('post', repliesOf(id));
  }

  /** Adds the thread and its replies again, after it was restored; of a long thread most replies in the background. */
  async restoreThread(id: string): Promise<void> {
    const posts = await this.database.query<IndexedPost>(
      `${indexedPosts('p.thread_id = $1')} order by p.number limit ${MAX_RESTORED_POSTS + 1}`,
      [id],
    );
    for (const post of posts.slice(0, MAX_RESTORED_POSTS))
      await this.search.put(postEntry(post, this.parser.getPrepared(post.content, post.id)));
    if (posts.length > MAX_RESTORED_POSTS) this.search.addMissingInBackground();
  }

  /** @param condition SQL for one post */
  private async putEntry(condition: string, parameters: readonly unknown[]): Promise<void> {
    const post = await this.database.one<IndexedPost>(indexedPosts(condition), parameters);
    if (post) await this.search.put(postEntry(post, this.parser.getPrepared(post.content, post.id)));
  }
}

const repliesOf = (threadId: string): ItemsSql => ({
  sql: 'select p.id from forum_posts p where p.thread_id = $1 and p.number > 1',
  parameters: [threadId],
});
