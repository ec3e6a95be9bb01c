import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Events } from '../../../platform/events/events.js';
import { documentStatusChanged } from '../content.events.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { DocumentStatus } from '../items/enums.js';
import { Revisions } from '../revisions/revisions.js';
import { snapshotOf } from '../revisions/snapshot.js';
import { canMove, type DocumentFacts, isOwnMove } from './document.policy.js';
import type { Locked } from './document-store.js';

export const factsOf = (item: ContentItem): DocumentFacts => ({
  author_id: item.authorId,
  status: item.status as DocumentStatus,
  visibility: item.visibility,
});

/** Moves of documents through the workflow. Joins the caller's transaction, inside DocumentStore.counted. */
@Injectable()
export class DocumentStatuses {
  constructor(
    private readonly revisions: Revisions,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

  /** As somebody asks for it: held against the policy, and in the audit log when it takes more than being the author. */
  async request(em: EntityManager, actor: Actor, locked: Locked, to: DocumentStatus, note = ''): Promise<void> {
    const { item } = locked;
    const facts = factsOf(item);
    if (!canMove(actor, facts, to)) throw await refusal(this.permissions, actor, 'content.publish');
    if (facts.status === to) return;
    await this.move(em, actor, locked, to, { note, sendsBack: item.authorId !== actor.id });
    await this.record(actor, item.id, facts, to, note);
  }

  /** A publisher gives a new document any status at once. */
  async given(actor: Actor, item: ContentItem): Promise<void> {
    const { status, ...facts } = factsOf(item);
    if (status !== 'DRAFT') await this.record(actor, item.id, { ...facts, status: 'DRAFT' }, status);
  }

  private async record(actor: Actor, id: string, before: DocumentFacts, to: DocumentStatus, note = ''): Promise<void> {
    if (isOwnMove(actor, before, to)) return;
    await this.audit.record({
      actor,
      action: 'document.status_changed',
      subject: { type: 'document', id },
      before: { status: before.status },
      after: { status: to, ...(note && { note }) },
    });
  }

  /** @param sendsBack whether a draft shows its author the note from now on */
  async move(
    em: EntityManager,
    actor: Actor,
    { item, document }: Locked,
    to: DocumentStatus,
    { note, sendsBack }: { note: string; sendsBack: boolean },
  ): Promise<void> {
    const before = factsOf(item).status;
    item.moveTo(to);
    if (to === 'PUBLISHED') await this.revisions.settle(item);
    if (to === 'DRAFT' && note && sendsBack)
      await this.revisions.sentBack(em, actor, item, snapshotOf(item, document.content), note);
    await this.events.publish(documentStatusChanged, {
      id: item.id,
      authorId: item.authorId,
      actorId: actor.userId,
      before,
      after: to,
      note,
    });
  }
}
