import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import {
  MODERATED_TEXT,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../platform/moderation/moderation-registry.js';
import { ForumFacade } from '../forum.facade.js';
import { postPathSql, threadPath } from '../shared/forum-limits.js';
import { PostWriter } from '../posts/post-writer.js';
import { HiddenRepository } from './hidden.repository.js';
import { ForumIndex } from '../search/forum-index.js';

interface PostPlace {
  id: string;
  thread_id: string;
  number: number;
}

/** Hides and restores threads and posts, with their counters and search entries. */
@Injectable()
export class ForumModeration {
  constructor(
    private readonly database: Database,
    private readonly hidden: HiddenRepository,
    private readonly index: ForumIndex,
    private readonly writer: PostWriter,
    forum: ForumFacade,
    registry: ModerationRegistry,
  ) {
    registry.register('thread', {
      lock: (id) => this.lockThread(id),
      hide: (id) => this.hideThread(id),
      restore: (id) => this.restoreThread(id),
      findCaption: (id) => forum.findThreadCaption(id),
      findExisting: (ids) => this.findExistingThreads(ids),
      describeSql: (id) => `
        select t.title, '${threadPath('')}' || t.id as path, t.author_id, left(p.content, ${MODERATED_TEXT}) as text,
               null::int as version, t.hidden_at
        from forum_threads t left join forum_posts p on p.thread_id = t.id and p.number = 1
        where t.id = ${id} and t.deleted_at is null`,
      hiddenSql: 'select t.id, t.hidden_at from forum_threads t where t.hidden_at is not null and t.deleted_at is null',
    });
    registry.register('post', {
      lock: (id) => this.lockPost(id),
      hide: (id) => this.hidePost(id),
      restore: (id) => this.restorePost(id),
      findCaption: (id) => forum.findPostCaption(id),
      findExisting: (ids) => this.findExistingPosts(ids),
      describeSql: (id) => `
        select t.title, ${postPathSql('p.thread_id', 'p.number')} as path, p.author_id,
               left(p.content, ${MODERATED_TEXT}) as text, null::int as version, p.hidden_at
        from forum_posts p join forum_threads t on t.id = p.thread_id
        where p.id = ${id} and p.deleted_at is null and t.deleted_at is null`,
      hiddenSql: `
        select p.id, p.hidden_at from forum_posts p join forum_threads t on t.id = p.thread_id
        where p.hidden_at is not null and p.deleted_at is null and t.deleted_at is null`,
    });
  }

  private lockThread(id: string): Promise<ModeratedSubject | undefined> {
    return this.database.one<ModeratedSubject>(
      `select t.id, t.author_id as "authorId", t.hidden_at is not null as "isHidden"
       from forum_threads t where t.id = $1 and t.deleted_at is null for no key update`,
      [id],
    );
  }

  private async hideThread(id: string): Promise<void> {
    await this.writer.countForAuthors({ threadId: id }, -1);
    await this.hidden.setThreadHidden(id, new Date());
    await this.index.removeThread(id);
  }

  private async restoreThread(id: string): Promise<void> {
    await this.hidden.setThreadHidden(id, null);
    await this.index.restoreThread(id);
    await this.writer.countForAuthors({ threadId: id }, 1);
  }

  /** Locks the thread first, as each command on a post does. */
  private async lockPost(id: string): Promise<ModeratedSubject | undefined> {
    const post = await this.findPlace(id);
    if (!post || !(await this.lockThread(post.thread_id))) return undefined;
    const locked = await this.database.one<ModeratedSubject & { threadId: string }>(
      `select p.id, p.author_id as "authorId", p.hidden_at is not null as "isHidden", p.thread_id as "threadId"
       from forum_posts p where p.id = $1 and p.deleted_at is null for no key update`,
      [id],
    );
    // Moderators can move a post to another thread meanwhile.
    return locked && locked.threadId !== post.thread_id ? this.lockPost(id) : locked;
  }

  private async hidePost(id: string): Promise<void> {
    const post = await this.findPlace(id);
    if (!post) return;
    await this.writer.countForAuthors({ postId: id }, -1);
    await this.hidden.setPostHidden(id, post.thread_id, new Date());
    await this.index.remove(post);
  }

  private async restorePost(id: string): Promise<void> {
    const post = await this.findPlace(id);
    if (!post) return;
    await this.hidden.setPostHidden(id, post.thread_id, null);
    await this.index.update(id);
    await this.writer.countForAuthors({ postId: id }, 1);
  }

  private findPlace(id: string): Promise<PostPlace | undefined> {
    return this.database.one<PostPlace>('select p.id, p.thread_id, p.number from forum_posts p where p.id = $1', [id]);
  }

  private async findExistingThreads(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      'select t.id from forum_threads t where t.id = any($1::uuid[]) and t.deleted_at is null',
      [ids],
    );
    return new Set(rows.map((row) => row.id));
  }

  private async findExistingPosts(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select p.id from forum_posts p join forum_threads t on t.id = p.thread_id
       where p.id = any($1::uuid[]) and p.deleted_at is null and t.deleted_at is null`,
      [ids],
    );
    return new Set(rows.map((row) => row.id));
  }
}
