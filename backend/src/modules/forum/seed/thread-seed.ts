import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { ForumCategoriesService } from '../categories/forum-categories.service.js';
import { PostsService } from '../posts/posts.service.js';
import { PostTextService } from '../shared/post-text.service.js';
import { ThreadsService } from '../threads/threads.service.js';

/** A category besides the default ones. */
export interface SeededForumCategory {
  name: string;
  description: string;
  icon: string;
  color: string;
  order_index: number;
  /** name of the category that it belongs to */
  parent?: string;
}

export interface SeededPost {
  author: Actor;
  at: Date;
  content: string;
  /** number of the post that it replies to */
  replyTo?: number;
}

/** A thread with a past. */
export interface SeededThread {
  /** name of its category */
  category: string;
  title: string;
  tags: string[];
  /** the Original Post first */
  posts: [SeededPost, ...SeededPost[]];
  /** number of the post that solved it */
  solution?: number;
  isPinned?: boolean;
  isLocked?: boolean;
}

/** Creates the threads of a demo through the services of requests, so that all rules apply. */
@Injectable()
export class ThreadSeed {
  constructor(
    private readonly database: Database,
    private readonly texts: PostTextService,
    private readonly categories: ForumCategoriesService,
    private readonly threads: ThreadsService,
    private readonly posts: PostsService,
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
    await ignoreError('categories_exist', () => this.categories.createDefaults(actor, at));
    for (const { parent, ...category } of more) {
      const parentId = parent ? await this.findCategory(parent) : '';
      await ignoreError('category_exists', () =>
        this.categories.create(actor, { ...category, parent_category_id: parentId }, at),
      );
    }
    const rows = await this.database.db.selectFrom('forum_categories').select(['id', 'name']).execute();
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /**
   * One transaction, so that an interrupted seed leaves no half thread. Repeatable: a thread with the same title is
   * kept.
   * @param moderator sets its flags
   */
  async create(thread: SeededThread, moderator: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const categoryId = await this.findCategory(thread.category);
      const existing = await this.database.db
        .selectFrom('forum_threads')
        .select('id')
        .where('title', '=', thread.title)
        .executeTakeFirst();
      if (!existing) await this.createIn(categoryId, thread, moderator);
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

  private async createIn(categoryId: string, thread: SeededThread, moderator: Actor): Promise<void> {
    const [original, ...replies] = thread.posts;
    const { title, tags } = thread;
    const text = await this.texts.parse(original.content);
    const id = await this.threads.create(original.author, categoryId, { title, tags, text }, original.at);
    /** Ids of the replies, by number. */
    const ids = new Map<number, string>();
    let { at } = original;
    for (const [index, { author, content, replyTo, ...reply }] of replies.entries()) {
      ({ at } = reply);
      const post = { text: await this.texts.parse(content), reply_to_id: replyTo ? ids.get(replyTo) : null };
      ids.set(index + 2, await this.posts.reply(author, id, post, at));
    }
    const { solution, isPinned, isLocked } = thread;
    if (solution) await this.threads.setSolution(original.author, id, ids.get(solution) ?? null, at);
    const flags = { ...(isPinned && { is_pinned: true }), ...(isLocked && { is_locked: true }) };
    if (isPinned || isLocked) await this.threads.update(moderator, id, flags, at);
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
