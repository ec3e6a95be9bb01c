import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Events } from '../../../../platform/events/events.js';
import { CommentsService } from '../../engagement/comments/comments.service.js';
import type { ReactionType } from '../../engagement/reactions/reaction-types.js';
import { ReactionsService } from '../../engagement/reactions/reactions.service.js';
import { Views } from '../../engagement/views/views.js';
import { DocumentsQueries } from '../documents.queries.js';
import { DocumentsService } from '../documents.service.js';

export interface SeededEdit {
  author: Actor;
  at: Date;
  note: string;
  change: (content: string) => string;
}

export interface SeededComment {
  author: Actor;
  at: Date;
  content: string;
}

export interface SeededReaction {
  user: Actor;
  type: ReactionType;
  at: Date;
}

/** What happened to a document in the past. */
export interface SeededHistory {
  createdAt: Date;
  /** of a document that is or was published */
  publishedAt: Date | null;
  /** in their order; the first one makes version 2 */
  edits: readonly SeededEdit[];
  comments: readonly SeededComment[];
  reactions: readonly SeededReaction[];
  /** numbers of readers without account by day */
  views: readonly { day: Date; guests: number }[];
}

interface Row {
  id: string;
  author_id: string;
  view_count: number;
  version: number;
}

/**
 * Gives documents a past, for demo content: everything is done through the services that requests use, and then dated
 * back. Repeatable: what an interrupted run has done is kept.
 */
@Injectable()
export class DocumentHistory {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsService,
    private readonly queries: DocumentsQueries,
    private readonly comments: CommentsService,
    private readonly reactions: ReactionsService,
    private readonly views: Views,
  ) {}

  async apply(slug: string, history: SeededHistory, events: Events): Promise<void> {
    const item = await this.find(slug);
    if (!item) return;
    for (const [i, edit] of history.edits.entries()) if (item.version < i + 2) await this.edit(item.id, edit, events);
    for (const comment of history.comments) await this.comment(item.id, comment, events);
    // In one transaction, which saves the time of a commit for each.
    await this.database.transaction(async () => {
      for (const reaction of history.reactions) await this.react(item.id, reaction, events);
    });
    for (const { day, guests } of history.views)
      for (let guest = 0; guest < guests; guest++)
        this.views.record(item, { userId: null, address: `demo-${guest}` }, hoursBefore(day, guest));
    // Who reacted or wrote a comment has read the document.
    for (const { user, at } of history.reactions) this.recordReader(item, user, at);
    for (const { author, at } of history.comments) this.recordReader(item, author, at);
    await this.views.flush();
    await this.dateBack(item.id, history);
  }

  private recordReader(item: Row, { userId }: Actor, at: Date): void {
    this.views.record(item, { userId, address: '' }, at);
  }

  private find(slug: string): Promise<Row | undefined> {
    return this.database.one<Row>(
      `select id, author_id, view_count, version from content_items where kind = 'document' and slug = $1`,
      [slug],
    );
  }

  private async edit(id: string, { author, at, note, change }: SeededEdit, events: Events): Promise<void> {
    const key = await this.queries.getKey(id, author);
    const row = await this.database.one<{ content: string }>('select content from documents where item_id = $1', [id]);
    const content = change(row?.content ?? '');
    await events.runAt(at, () => this.documents.update(author, key, { content, note }));
  }

  private async comment(id: string, { author, at, content }: SeededComment, events: Events): Promise<void> {
    const known = await this.database.one<{ id: string }>(
      'select id from comments where item_id = $1 and author_id = $2 and content = $3',
      [id, author.userId, content],
    );
    const commentId =
      known?.id ??
      (await events.runAt(at, () =>
        this.comments.create(author, { content_type: 'document', content_id: id, content }),
      ));
    await this.database.query('update comments set created_at = $2 where id = $1', [commentId, at]);
  }

  private async react(id: string, { user, type, at }: SeededReaction, events: Events): Promise<void> {
    await events.runAt(at, () => this.reactions.react(user, { kind: 'document', id }, type, true));
    await this.database.query(
      'update reactions set created_at = $4 where item_id = $1 and user_id = $2 and type = $3',
      [id, user.userId, type, at],
    );
  }

  private async dateBack(id: string, { createdAt, publishedAt, edits }: SeededHistory): Promise<void> {
    await this.database.query(
      `update content_items
       set created_at = $2, published_at = case when published_at is null then null else $3::timestamptz end,
           updated_at = $4
       where id = $1`,
      [id, createdAt, publishedAt, edits.at(-1)?.at ?? null],
    );
    await this.database.query(
      `update document_revisions r
       set created_at = d.at,
           reviewed_at = case when r.reviewed_at is null then null else greatest(d.at, $4::timestamptz) end
       from unnest($2::int[], $3::timestamptz[]) as d (version, at)
       where r.item_id = $1 and r.version = d.version`,
      [id, [1, ...edits.map((_, i) => i + 2)], [createdAt, ...edits.map(({ at }) => at)], publishedAt],
    );
  }
}

/** Guests read in different hours, each in the same one on all days. */
const hoursBefore = (day: Date, guest: number): Date => new Date(day.getTime() - (2 + ((guest * 7) % 20)) * 3600_000);
