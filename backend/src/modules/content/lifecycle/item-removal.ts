import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { Events } from '../../../platform/events/events.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { UsersFacade } from '../../auth/index.js';
import { COMMENT_FILES } from '../engagement/comments/comment-files.js';
import { reputationReactions } from '../engagement/reactions/reaction-types.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { ContentKind } from '../items/enums.js';
import { type ItemRef, lockItem } from '../items/item-lock.js';
import { canDelete } from '../items/item.policy.js';
import { DerivedData, derivedStateOf } from './derived-data.js';
import { itemDeleted } from './item.events.js';
import { ItemFiles } from './item-files.js';

/** Removes what a kind keeps for an item outside the tables that are deleted by cascade. */
type RemoveExtras = (itemId: string) => Promise<void>;

/** Deletes items of any kind permanently. */
@Injectable()
export class ItemRemoval {
  private readonly extras = new Map<ContentKind, RemoveExtras>();

  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
    private readonly users: UsersFacade,
    private readonly files: ItemFiles,
    private readonly fileReferences: FileReferences,
    private readonly derivedData: DerivedData,
  ) {}

  /** @param removeExtras runs in the transaction of the removal, before the rows are deleted */
  registerExtras(kind: ContentKind, removeExtras: RemoveExtras): void {
    this.extras.set(kind, removeExtras);
  }

  /**
   * Raises the statement timeout: an item can have many comments, views and revisions.
   * @throws 403, 404
   */
  async remove(actor: Actor, ref: ItemRef): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () =>
      this.database.transaction((em) => this.removeInTransaction(em, actor, ref)),
    );
  }

  private async removeInTransaction(em: EntityManager, actor: Actor, ref: ItemRef): Promise<void> {
    const item = await lockItem(em, actor, ref);
    if (!canDelete(actor, { author_id: item.authorId }))
      throw await refusal(this.permissions, actor, 'content.delete_any');
    const { id, kind, title, slug, status, authorId } = item;
    await this.extras.get(kind)?.(id);
    await this.files.release(item);
    await this.releaseCommentFiles(id);
    await this.subtractReputation(item);
    em.remove(item);
    await em.flush();
    await this.derivedData.remove(derivedStateOf(item));
    const before = { title, slug, status, author_id: authorId };
    await this.audit.record({ actor, action: `${kind}.deleted`, subject: { type: kind, id }, before });
    await this.events.publish(itemDeleted[kind], { id, authorId, actorId: actor.userId, title });
  }

  /** Comments are deleted by cascade; their file references are not. */
  private async releaseCommentFiles(itemId: string): Promise<void> {
    const comments = await this.database.query<{ id: string }>(
      `select id from comments where item_id = $1 and content like '%/files/%'`,
      [itemId],
    );
    for (const { id } of comments) await this.fileReferences.release({ subjectType: COMMENT_FILES, subjectId: id });
  }

  /** The author loses the reputation that the reactions to this item earned. */
  private async subtractReputation({ id, authorId }: ContentItem): Promise<void> {
    const earned = await this.database.one<{ n: number }>(
      'select count(*)::int as n from reactions where item_id = $1 and type = any($2) and user_id <> $3',
      [id, reputationReactions, authorId],
    );
    if (earned?.n) await this.users.addReputation(authorId, -earned.n);
  }
}
