import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import type { ItemRef } from '../../items/items.service.js';
import { CommentsService } from '../comments/comments.service.js';
import type { ReactionType } from '../../items/item.js';
import { ReactionsService } from '../reactions/reactions.service.js';
import { type Viewed, ItemViewCounter } from '../../views/view-counter.js';

interface SeededComment {
  author: Actor;
  at: Date;
  content: string;
  /** index of the parent comment, which is an earlier one */
  parentIndex?: number;
  /** the words of the document that it is about, which occur there once */
  quote?: string;
}

interface SeededReaction {
  user: Actor;
  type: ReactionType;
  at: Date;
}

/** What users did with an item in the past. */
export interface SeededEngagement {
  comments: readonly SeededComment[];
  reactions: readonly SeededReaction[];
  /** numbers of readers without account by day */
  views: readonly { day: Date; guests: number }[];
}

/**
 * Comments, reactions and views of the past, for demo content, done through the services that requests use. Repeatable:
 * what an interrupted run has done is kept.
 */
@Injectable()
export class EngagementSeeder {
  constructor(
    private readonly database: Database,
    private readonly comments: CommentsService,
    private readonly reactions: ReactionsService,
    private readonly views: ItemViewCounter,
  ) {}

  /** Adds comments and reactions. The users must be able to see the item. */
  async addContributions(item: ItemRef, { comments, reactions }: SeededEngagement): Promise<void> {
    const ids: string[] = [];
    for (const comment of comments)
      ids.push(
        await this.comment(item, comment, comment.parentIndex === undefined ? undefined : ids[comment.parentIndex]),
      );
    // In one transaction, which saves the time of a commit for each.
    await this.database.transaction(async () => {
      for (const { user, type, at } of reactions) await this.reactions.react(user, item, type, true, at);
    });
  }

  /** Adds the views of guests, and of the users who reacted or wrote a comment. */
  async addViews(item: Viewed, { comments, reactions, views }: SeededEngagement): Promise<void> {
    for (const { day, guests } of views)
      for (let guest = 0; guest < guests; guest++)
        this.views.record(item, { userId: null, address: `demo-${guest}` }, subtractHours(day, guest));
    const readers = [...reactions, ...comments.map(({ author, at }) => ({ user: author, at }))];
    for (const { user, at } of readers) this.views.record(item, { userId: user.userId, address: '' }, at);
    await this.views.flush();
  }

  /** @returns the id */
  private async comment(
    { kind, id }: ItemRef,
    { author, at, content, quote }: SeededComment,
    parent_id: string | undefined,
  ): Promise<string> {
    const known = await this.database.db
      .selectFrom('comments')
      .select('id')
      .where('item_id', '=', id)
      .where('author_id', '=', author.userId)
      .where('content', '=', content)
      .executeTakeFirst();
    if (known) return known.id;
    const anchor = quote === undefined ? undefined : { quote, prefix: '', suffix: '', heading: '' };
    return this.comments.create(author, { content_type: kind, content_id: id, content, parent_id, anchor }, at);
  }
}

/** Guests read in different hours, each in the same one on all days. */
const subtractHours = (day: Date, guest: number): Date => new Date(day.getTime() - (2 + ((guest * 7) % 20)) * 3600_000);
