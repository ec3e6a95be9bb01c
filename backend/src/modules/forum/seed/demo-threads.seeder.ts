import type { CategoryRules } from '../../auth/index.js';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { sourceTexts } from '../../../platform/language/texts.js';
import { ForumCategoriesService } from '../categories/forum-categories.service.js';
import { PostsService } from '../posts/posts.service.js';
import type { PostReactionType } from '../shared/forum-limits.js';
import { PostTextService } from '../shared/post-text.service.js';
import { ThreadsService } from '../threads/threads.service.js';
import { ReadsRepository } from '../reading/reads.repository.js';
import { ThreadViewCounter } from '../reading/thread-view-counter.js';
import { sql } from 'kysely';
import type { ContentKind } from '../../content/index.js';
import { ThreadLinksService } from '../links/thread-links.service.js';

/** A category besides the default ones. */
interface SeededForumCategory {
  name: string;
  description: string;
  icon: string;
  color: string;
  order_index: number;
  /** name of the category that it belongs to */
  parent?: string;
  rules: CategoryRules | null;
}

interface SeededReaction {
  user: Actor;
  type: PostReactionType;
  at: Date;
}

interface SeededPost {
  author: Actor;
  at: Date;
  content: string;
  /** number of the post that it replies to */
  replyTo?: number | undefined;
  reactions: readonly SeededReaction[];
}

/** A thread with a past. */
export interface SeededThread {
  /** name of its category */
  category: string;
  title: string;
  tags: string[];
  /** the Original Post first */
  posts: readonly SeededPost[];
  /** number of the post that solved it */
  solution?: number | undefined;
  isPinned?: boolean | undefined;
  isLocked?: boolean | undefined;
  /** who have read it to its end */
  readers: readonly Actor[];
  readAt: Date;
  /** a time for each reader without account */
  guests: readonly Date[];
}

/** Links a thread of the demo to a document or video. */
interface SeededLink {
  /** title of the thread */
  thread: string;
  item: { kind: ContentKind; id: string };
  /** of the video */
  second?: number;
  /** number of the post that the document was made of; without one the thread is about the item */
  post?: number;
}

/** Creates the threads of a demo with their pasts through the services of requests, so that all rules apply. */
@Injectable()
export class DemoThreadsSeeder {
  constructor(
    private readonly database: Database,
    private readonly texts: PostTextService,
    private readonly categories: ForumCategoriesService,
    private readonly threads: ThreadsService,
    private readonly posts: PostsService,
    private readonly reads: ReadsRepository,
    private readonly views: ThreadViewCounter,
    private readonly links: ThreadLinksService,
  ) {}

  /**
   * Creates the default categories and more of them. Repeatable: those that exist are kept.
   * @returns the ids of all categories by name
   */
  async createCategories(
    actor: Actor,
    more: readonly SeededForumCategory[],
    at: Date,
  ): Promise<ReadonlyMap<string, string>> {
    await ignoreError('categories_exist', () => this.categories.createDefaults(actor, sourceTexts, at));
    for (const { parent, rules, ...category } of more) {
      const parentId = parent ? await this.findCategory(parent) : '';
      await ignoreError('category_exists', () =>
        this.database.transaction(async () => {
          const id = await this.categories.create(actor, { ...category, parent_category_id: parentId }, at);
          if (rules) await this.categories.changeAccess(actor, id, rules);
        }),
      );
    }
    const rows = await this.database.db.selectFrom('forum_categories').select(['id', 'name']).execute();
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /**
   * Creates a thread in one transaction, so that an interrupted seed leaves no half thread, and gives it readers and
   * reactions. Repeatable: what an interrupted run has done is kept.
   * @param moderator sets its flags
   */
  async createThread(thread: SeededThread, moderator: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const categoryId = await this.findCategory(thread.category);
      const existing = await this.database.db
        .selectFrom('forum_threads')
        .select('id')
        .where('title', '=', thread.title)
        .executeTakeFirst();
      if (!existing) await this.createWithReplies(categoryId, thread, moderator);
    });
    await this.addHistory(thread);
  }

  /** Repeatable: a link that exists is kept. */
  async createLink(actor: Actor, { thread, item, second, post }: SeededLink): Promise<void> {
    await this.database.transaction(async () => {
      const found = await this.database.db
        .selectFrom('forum_threads as t')
        .innerJoin('forum_posts as p', 'p.thread_id', 't.id')
        .select(['p.thread_id', 'p.id as post_id'])
        .select(
          sql<boolean>`exists (
            select 1 from content_threads ct where ct.thread_id = t.id and ct.item_id = ${item.id}
          )`.as('exists'),
        )
        .where('t.title', '=', thread)
        .where('p.number', '=', post ?? 1)
        .executeTakeFirst();
      if (!found) throw new Error(`The forum has no post ${post ?? 1} in “${thread}”.`);
      if (found.exists) return;
      if (post) await this.links.addSource(item.id, found.thread_id, found.post_id);
      else await this.links.addDiscussion(actor, found.thread_id, { item_type: item.kind, item_id: item.id, second });
    });
  }

  private async findCategory(name: string): Promise<string> {
    const category = await this.database.db
      .selectFrom('forum_categories')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirst();
    if (!category) throw new Error(`The forum has no category “${name}”.`);
    return category.id;
  }

  private async createWithReplies(categoryId: string, thread: SeededThread, moderator: Actor): Promise<void> {
    const [original, ...replies] = thread.posts;
    if (!original) throw new Error(`The thread “${thread.title}” has no post.`);
    const { title, tags } = thread;
    const text = await this.texts.prepareWithoutLimits(original.content);
    const id = await this.threads.create(original.author, categoryId, { title, tags, text }, original.at);
    /** Ids of the replies, by number. */
    const ids = new Map<number, string>();
    let { at } = original;
    for (const [index, { author, content, replyTo, ...reply }] of replies.entries()) {
      ({ at } = reply);
      const post = {
        text: await this.texts.prepareWithoutLimits(content),
        reply_to_id: replyTo ? ids.get(replyTo) : null,
      };
      ids.set(index + 2, await this.posts.reply(author, id, post, at));
    }
    const { solution, isPinned, isLocked } = thread;
    if (solution) await this.threads.setSolution(original.author, id, ids.get(solution) ?? null, at);
    const flags = { ...(isPinned && { is_pinned: true }), ...(isLocked && { is_locked: true }) };
    if (isPinned || isLocked) await this.threads.update(moderator, id, flags, at);
  }

  private async addHistory({ title, posts, readers, readAt, guests }: SeededThread): Promise<void> {
    const thread = await this.database.db
      .selectFrom('forum_threads')
      .select(['id', 'author_id', 'view_count', 'last_number'])
      .where('title', '=', title)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!thread) return;
    await this.react(thread.id, posts);
    for (const reader of readers) await this.reads.markThreadRead(reader, thread.id, thread.last_number);
    for (const { userId } of readers) this.views.record(thread, { userId, address: '' }, readAt);
    // Who reacted has read the thread, too.
    for (const { user, at } of posts.flatMap(({ reactions }) => reactions))
      this.views.record(thread, { userId: user.userId, address: '' }, at);
    for (const [guest, at] of guests.entries())
      this.views.record(thread, { userId: null, address: `demo-${guest}` }, at);
    await this.views.flush();
  }

  /** In one transaction, which saves the time of a commit for each. */
  private async react(threadId: string, posts: readonly SeededPost[]): Promise<void> {
    await this.database.transaction(async () => {
      const rows = await this.database.db
        .selectFrom('forum_posts')
        .select(['id', 'number'])
        .where('thread_id', '=', threadId)
        .execute();
      for (const { id, number } of rows)
        for (const { user, type, at } of posts[number - 1]?.reactions ?? [])
          await this.posts.setReaction(user, id, type, true, at);
    });
  }
}

/** @param code of the error that says that there is nothing to do */
async function ignoreError(code: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError && error.code === code)) throw error;
  }
}
