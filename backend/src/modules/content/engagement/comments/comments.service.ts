import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { missingPermission } from '../../../../platform/access/access.guard.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../../platform/access/ports.js';
import { Audit } from '../../../../platform/audit/audit.js';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { Database } from '../../../../platform/database/database.js';
import { Events } from '../../../../platform/events/events.js';
import { FileReferences } from '../../../../platform/files/file-references.js';
import { extractFileIds } from '../../../../platform/files/file-url.js';
import { conflict, notFound } from '../../../../platform/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../../platform/http/validation/text.js';
import type { Row } from '../../../../schema/index.js';
import { requireWritableCategory } from '../../../auth/index.js';
import { selectItemCategory, toCategoryActor } from '../../audience/audience.js';
import { ItemsService } from '../../items/items.service.js';
import {
  canDeleteComment,
  canEditComment,
  canResolveComment,
  isResolvable,
  type ReviewOfComment,
} from './comment.policy.js';
import { isCommentShown, isCommentVisible, selectReview } from './comment-access.js';
import type { CreateCommentRequest } from './comments.dto.js';
import { commentCreated, commentDeleted, commentEdited, commentResolved } from './comment.events.js';
import { CommentReferences } from './comment-references.js';
import { findCommentSubject } from './comment-subject.js';

type CommentColumn =
  | 'id'
  | 'item_id'
  | 'author_id'
  | 'content'
  | 'mentioned'
  | 'root_id'
  | 'anchor'
  | 'revision_id'
  | 'resolved_at';

type CommentRecord = Pick<Row<'comments'>, CommentColumn> & {
  item_author_id: string;
  review: ReviewOfComment | null;
};

/** Creates, edits and deletes comments. Each command is one transaction, with its files and events. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly files: FileReferences,
    private readonly references: CommentReferences,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
    private readonly events: Events,
    private readonly cache: QueryCache,
  ) {}

  /**
   * @param past when a seeded comment was written
   * @returns the id
   */
  async create(
    actor: Actor,
    { content_type, content_id, content, parent_id, anchor, revision_id }: CreateCommentRequest,
    past?: Date,
  ): Promise<string> {
    const id = uuidv7();
    const references = await this.references.find(content, id);
    const { mentioned } = references;
    return this.database.transaction(async () => {
      const item = await this.items.lockForReference(actor, { kind: content_type, id: content_id });
      requireWritableCategory(actor, 'content', item.category);
      const { id: itemId } = item;
      const authorId = actor.userId;
      const parent = parent_id ? await this.findParent(actor, itemId, parent_id) : undefined;
      // A reply belongs to the review and the passage of its top-level comment.
      const subject = parent
        ? { revision_id: parent.revision_id }
        : await findCommentSubject(this.database.db, actor, item, { content_type, anchor, revision_id });
      await this.database.db
        .insertInto('comments')
        .values({
          id,
          item_id: itemId,
          author_id: authorId,
          root_id: parent && (parent.root_id ?? parent.id),
          parent_id: parent?.id,
          content,
          mentioned,
          created_at: past ?? new Date(),
          ...subject,
        })
        .execute();
      await this.references.storeLinks(id, references);
      await this.files.replace(extractFileIds(content), toFileSubject(id), actor);
      const repliedToId = parent?.author_id ?? null;
      await this.events.publish(commentCreated, { id, itemId, authorId, mentioned, repliedToId }, past);
      this.cache.invalidate();
      return id;
    });
  }

  /** The parent of a new reply. @throws 404 when it is missing, on another item or not visible to the actor */
  private async findParent(
    actor: Actor,
    itemId: string,
    id: string,
  ): Promise<Pick<Row<'comments'>, 'id' | 'root_id' | 'author_id' | 'revision_id'>> {
    const parent = await this.database.db
      .selectFrom('comments as c')
      .select(['c.id', 'c.root_id', 'c.author_id', 'c.revision_id'])
      .where('c.id', '=', id)
      .where('c.item_id', '=', itemId)
      .where(isCommentShown(actor))
      .executeTakeFirst();
    if (!parent) throw notFound('theCommentYouAreReplyingTo');
    return parent;
  }

  async edit(actor: Actor, id: string, content: string): Promise<void> {
    const references = await this.references.find(content, id);
    const { mentioned } = references;
    await this.database.transaction(async () => {
      const comment = await this.lock(actor, id, canEditComment);
      if (equalsIgnoringLineEnds(comment.content, content)) return;
      const edited_by_moderator = comment.author_id !== actor.id;
      await this.database.db
        .updateTable('comments')
        .set({ content, mentioned, edited_at: new Date(), edited_by_moderator })
        .where('id', '=', comment.id)
        .execute();
      await this.recordForOther(actor, comment, 'comment.edited', { content });
      await this.references.storeLinks(comment.id, references);
      await this.files.replace(extractFileIds(content), toFileSubject(comment.id), actor);
      await this.events.publish(commentEdited, {
        ...toEventData(actor, comment),
        added: mentioned.filter((userId) => !comment.mentioned.includes(userId)),
      });
      this.cache.invalidate();
    });
  }

  /** @throws 409 not_resolvable for replies and comments about no passage */
  async resolve(actor: Actor, id: string, isResolved: boolean): Promise<void> {
    await this.database.transaction(async () => {
      const comment = await this.lock(actor, id, canResolveComment);
      if (!isResolvable(comment)) throw conflict('not_resolvable', (texts) => texts.content.notResolvable);
      if (isResolved === (comment.resolved_at !== null)) return;
      await this.database.db
        .updateTable('comments')
        .set({ resolved_at: isResolved ? new Date() : null, resolved_by: isResolved ? actor.userId : null })
        .where('id', '=', comment.id)
        .execute();
      if (isResolved && comment.author_id !== actor.id)
        await this.events.publish(commentResolved, toEventData(actor, comment));
      this.cache.invalidate();
    });
  }

  /** Marks the comment as deleted; it is in the trash then. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const comment = await this.lock(actor, id, canDeleteComment);
      await this.database.db
        .updateTable('comments')
        .set({ deleted_at: new Date(), deleted_by: actor.userId })
        .where('id', '=', comment.id)
        .execute();
      await this.recordForOther(actor, comment, 'comment.deleted');
      await this.events.publish(commentDeleted, toEventData(actor, comment));
      this.cache.invalidate();
    });
  }

  /** Locks the row. @throws 404 when it is missing or not visible to the actor, 403 when the policy refuses */
  private async lock(
    actor: Actor,
    id: string,
    isAllowed: (actor: Actor, comment: CommentRecord) => boolean,
  ): Promise<CommentRecord> {
    const comment = await this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .select(['c.id', 'c.item_id', 'c.author_id', 'c.content', 'c.mentioned'])
      .select(['c.root_id', 'c.anchor', 'c.revision_id', 'c.resolved_at', 'i.author_id as item_author_id'])
      .select(selectReview.as('review'))
      .select(selectItemCategory('i').as('category_scope'))
      .where('c.id', '=', id)
      .where(isCommentVisible(actor))
      .forUpdate('c')
      .executeTakeFirst();
    if (!comment) throw notFound('comment');
    if (isAllowed !== canDeleteComment) requireWritableCategory(actor, 'content', comment.category_scope);
    if (!isAllowed(toCategoryActor(actor, comment.category_scope), comment))
      throw await missingPermission(
        this.permissions,
        actor,
        isAllowed === canResolveComment ? 'content.edit_any' : 'moderation.handle',
      );
    return comment;
  }

  /** Only changes to comments of other users are audited. */
  private async recordForOther(
    actor: Actor,
    { id, author_id, content }: CommentRecord,
    action: string,
    after?: object,
  ): Promise<void> {
    if (author_id === actor.id) return;
    const subject = { type: 'comment', id };
    await this.audit.record({ actor, action, subject, before: { author_id, content }, ...(after && { after }) });
  }
}

/** Who sees a comment may read its images. */
const toFileSubject = (id: string) => ({ subjectType: 'comment', subjectId: id });

const toEventData = (actor: Actor, { id, item_id, author_id }: CommentRecord) => ({
  id,
  itemId: item_id,
  authorId: author_id,
  actorId: actor.userId,
});
