import { Injectable } from '@nestjs/common';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { audiencesOf } from '../items/audience.js';
import { moderatesComments } from './comment.policy.js';
import { commentVisibleTo } from './comment-visibility.js';

export interface StoredComment {
  id: string;
  item_id: string;
  author_id: string;
  content: string;
  mentioned: string[];
}

/** Comments as they are stored. Everything joins the caller's transaction. */
@Injectable()
export class CommentStore {
  constructor(
    private readonly database: Database,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
  ) {}

  /** Under a row lock. @throws 404 when it is missing or not visible to this person, 403 when they may not do this */
  async held(actor: Actor, id: string, may: (actor: Actor, comment: StoredComment) => boolean): Promise<StoredComment> {
    const comment = await this.database.one<StoredComment>(
      `select c.id, c.item_id, c.author_id, c.content, c.mentioned from comments c join content_items i on i.id = c.item_id
       where c.id = $4 and ${commentVisibleTo('c', 'i', { audiences: '$1', me: '$2', moderates: '$3' })} for update of c`,
      [audiencesOf(actor), actor.id, moderatesComments(actor), id],
    );
    if (!comment) throw notFound('This comment');
    if (!may(actor, comment)) throw await refusal(this.permissions, actor, 'moderation.handle');
    return comment;
  }

  async insert({ id, item_id, author_id, content, mentioned }: StoredComment): Promise<void> {
    await this.database.query(
      'insert into comments (id, item_id, author_id, content, mentioned, created_at) values ($1, $2, $3, $4, $5, $6)',
      [id, item_id, author_id, content, mentioned, new Date()],
    );
  }

  async edit(
    actor: Actor,
    comment: StoredComment,
    { content, mentioned }: Pick<StoredComment, 'content' | 'mentioned'>,
  ): Promise<void> {
    await this.database.query(
      'update comments set content = $2, mentioned = $3, edited_at = $4, edited_by_moderator = $5 where id = $1',
      [comment.id, content, mentioned, new Date(), comment.author_id !== actor.id],
    );
    await this.record(actor, comment, 'comment.edited', { content });
  }

  /** It is kept, but nobody sees it any more. */
  async delete(actor: Actor, comment: StoredComment): Promise<void> {
    await this.database.query('update comments set deleted_at = $2 where id = $1', [comment.id, new Date()]);
    await this.record(actor, comment, 'comment.deleted');
  }

  /** What somebody does with their own is nobody's business. */
  private async record(
    actor: Actor,
    { id, author_id, content }: StoredComment,
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
