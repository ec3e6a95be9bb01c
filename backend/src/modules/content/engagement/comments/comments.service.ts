import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Events } from '../../../../platform/events/events.js';
import { equalsIgnoringLineEnds } from '../../../../platform/http/validation/text.js';
import { UsersFacade } from '../../../auth/index.js';
import { SearchTextParser } from '../../search/search-text-parser.js';
import { ItemLock } from '../../items/item-lock.js';
import { canDeleteComment, canEditComment } from './comment.policy.js';
import { CommentFiles } from './comment-files.js';
import { CommentsRepository } from './comments.repository.js';
import type { CreateCommentRequest } from './comments.dto.js';
import { commentCreated, commentDeleted, commentEdited } from './comment.events.js';

/** Creates, edits and deletes comments. Each command is one transaction, with its files and events. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly repository: CommentsRepository,
    private readonly items: ItemLock,
    private readonly users: UsersFacade,
    private readonly files: CommentFiles,
    private readonly parser: SearchTextParser,
    private readonly events: Events,
  ) {}

  /** @returns the id */
  async create(actor: Actor, { content_type, content_id, content }: CreateCommentRequest): Promise<string> {
    await this.parser.prepare(content);
    return this.database.transaction(async () => {
      const { id: itemId } = await this.items.lockForReference(actor, { kind: content_type, id: content_id });
      const id = uuidv7();
      const comment = {
        id,
        item_id: itemId,
        author_id: actor.userId,
        content,
        mentioned: await this.findMentioned(id, content),
      };
      await this.repository.insert(comment);
      await this.files.replace(actor, comment.id, content);
      await this.events.publish(commentCreated, {
        id: comment.id,
        itemId,
        authorId: comment.author_id,
        mentioned: comment.mentioned,
      });
      return comment.id;
    });
  }

  async edit(actor: Actor, id: string, content: string): Promise<void> {
    await this.parser.prepare(content);
    await this.database.transaction(async () => {
      const comment = await this.repository.lock(actor, id, canEditComment);
      if (equalsIgnoringLineEnds(comment.content, content)) return;
      const mentioned = await this.findMentioned(id, content);
      await this.repository.edit(actor, comment, { content, mentioned });
      await this.files.replace(actor, comment.id, content);
      const added = mentioned.filter((userId) => !comment.mentioned.includes(userId));
      await this.events.publish(commentEdited, {
        id: comment.id,
        itemId: comment.item_id,
        authorId: comment.author_id,
        actorId: actor.userId,
        added,
      });
    });
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const comment = await this.repository.lock(actor, id, canDeleteComment);
      await this.repository.delete(actor, comment);
      await this.files.release(comment.id);
      await this.events.publish(commentDeleted, {
        id: comment.id,
        itemId: comment.item_id,
        authorId: comment.author_id,
        actorId: actor.userId,
      });
    });
  }

  private findMentioned(id: string, content: string): Promise<string[]> {
    return this.users.findIdsByHandles(this.parser.getMentions(content, id));
  }
}
