import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refusal } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/domain-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { reviewEdits } from '../content.settings.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { DocumentStatus } from '../items/enums.js';
import type { DocumentSnapshot } from '../revisions/document-revision.entity.js';
import { Revisions } from '../revisions/revisions.js';
import { snapshotOf } from '../revisions/snapshot.js';
import { canEdit, mustWait } from './document.policy.js';
import { DocumentStatuses, factsOf } from './document-status.js';
import { DocumentStore, type Locked } from './document-store.js';

export interface Edit {
  /** the version it is based on, where the person says so */
  version?: number | undefined;
  status?: DocumentStatus | undefined;
  note?: string | undefined;
  /** the new text, made of what the person sees as the present one */
  change: (item: ContentItem, start: DocumentSnapshot) => Promise<DocumentSnapshot>;
}

/** What became of an edit: readers see it, or it waits for review. */
export type EditOutcome = 'live' | 'pending';

/** The one way in which people change the text of a document: edits and restores. */
@Injectable()
export class DocumentEdits {
  constructor(
    private readonly database: Database,
    private readonly store: DocumentStore,
    private readonly statuses: DocumentStatuses,
    private readonly revisions: Revisions,
    private readonly settings: Settings,
    private readonly permissions: PermissionDirectory,
  ) {}

  /** @throws 409 stale_version when somebody saved since the version this is based on, edit_pending while another's edit waits */
  async edit(actor: Actor, id: string, edit: Edit): Promise<EditOutcome> {
    const reviewed = await this.settings.get(reviewEdits);
    return this.database.transaction(async (em) => {
      const locked = await this.store.locked(em, actor, id);
      const { item } = locked;
      if (!canEdit(actor, factsOf(item))) throw await refusal(this.permissions, actor, 'content.edit_any');
      requireVersion(item, edit.version);
      if (reviewed && mustWait(actor, factsOf(item), edit.status ?? factsOf(item).status)) {
        await this.propose(em, actor, locked, edit);
        return 'pending';
      }
      await this.store.counted(actor, locked, () => this.save(em, actor, locked, edit));
      return 'live';
    });
  }

  private async save(
    em: EntityManager,
    actor: Actor,
    locked: Locked,
    { change, note = '', status }: Edit,
  ): Promise<void> {
    const { item, document } = locked;
    const snapshot = await change(item, snapshotOf(item, document.content));
    await this.store.write(actor, locked, snapshot);
    await this.revisions.live(em, actor, item, snapshot, note ?? '');
    await this.revisions.supersede(em, actor, await this.revisions.pending(em, item.id));
    if (status) await this.statuses.request(em, actor, locked, status);
  }

  /** An edit after an edit goes on from the person's own text, unless the document has changed under it. */
  private async propose(
    em: EntityManager,
    actor: Actor,
    { item, document }: Locked,
    { change, note = '' }: Edit,
  ): Promise<void> {
    const pending = await this.revisions.pending(em, item.id);
    const own = pending?.authorId === actor.id && pending.baseVersion === item.version ? pending.snapshot : undefined;
    if (await this.revisions.supersede(em, actor, pending)) {
      throw conflict(
        'edit_pending',
        'An edit by somebody else is waiting for review. Please wait until it is decided.',
      );
    }
    const snapshot = await change(item, own ?? snapshotOf(item, document.content));
    await this.revisions.propose(em, actor, item, snapshot, note ?? '');
  }
}

export function requireVersion(item: ContentItem, version: number | null | undefined): void {
  if (version === undefined || version === null || version === item.version) return;
  throw conflict('stale_version', 'Somebody else has saved this document since you opened it.', {
    current_version: item.version,
  });
}
