import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../../platform/access/access.guard.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../../platform/access/ports.js';
import { Audit } from '../../../../platform/audit/audit.js';
import { Database } from '../../../../platform/database/database.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import { audiencesOf } from '../../items/audience.js';
import { canModerateComments } from './comment.policy.js';
import { commentVisibleTo } from './comment-visibility.js';

export interface CommentRecord {
  id: string;
  item_id: string;
  author_id: string;
  content: string;
  mentioned: string[];
}

/** Loads and saves comments. Joins the caller's transaction. */
@Injectable()
export class CommentsRepository {
  constructor(
    private readonly database: Database,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
  ) {}

  /** Locks the row. @throws 404 when it is missing or not visible to the actor, 403 when the policy refuses */
  async lock(
    actor: Actor,
    id: string,
    isAllowed: (actor: Actor, comment: CommentRecord) => boolean,
  ): Promise<CommentRecord> {
    const comment = await this.database.one<CommentRecord>(
      `select c.id, c.item_id, c.author_id, c.content, c.mentioned
       from comments c join content_items i on i.id = c.item_id
       where c.id = $4 and ${commentVisibleTo('c', 'i', { audiences: '$1', me: '$2', moderates: '$3' })}
       for update of c`,
      [audiencesOf(actor), actor.id, canModerateComments(actor), id],
    );
    if (!comment) throw notFound('This comment');
    if (!isAllowed(actor, comment)) throw await missingPermission(this.permissions, actor, 'moderation.handle');
    return comment;
  }

  async insert({ id, item_id, author_id, content, mentioned }: CommentRecord): Promise<void> {
    await this.database.query(
      'insert into comments (id, item_id, author_id, content, mentioned, created_at) values ($1, $2, $3, $4, $5, $6)',
      [id, item_id, author_id, content, mentioned, new Date()],
    );
  }

  async edit(
    actor: Actor,
    comment: CommentRecord,
    { content, mentioned }: Pick<CommentRecord, 'content' | 'mentioned'>,
  ): Promise<void> {
    await this.database.query(
      'update comments set content = $2, mentioned = $3, edited_at = $4, edited_by_moderator = $5 where id = $1',
      [comment.id, content, mentioned, new Date(), comment.author_id !== actor.id],
    );
    await this.record(actor, comment, 'comment.edited', { content });
  }

  /** Marks the comment as deleted; the row is retained. */
  async delete(actor: Actor, comment: CommentRecord): Promise<void> {
    await this.database.query('update comments set deleted_at = $2 where id = $1', [comment.id, new Date()]);
    await this.record(actor, comment, 'comment.deleted');
  }

  /** Only changes to comments of other users are audited. */
  private async record(
    actor: Actor,
    { id, author_id, content }: CommentRecord,
    action: string,
    after?: object,
  ): Promise<void> {
    if (author_id === actor.id) return;
    await this.audit.record({
      actor,
      action,
      subject: { type: 'comment', id },
      before: { author_id, content },
      ...(after && { after }),
    });
  }
}
