import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import type { ContentItem } from '../items/content-item.entity.js';

/** A user, as an error names them. */
interface SavedBy {
  id: string;
  name: string;
}

/** What versions of items of any kind have in common: the check for lost updates and the audit of edits. */
@Injectable()
export class ItemVersions {
  constructor(private readonly audit: Audit) {}

  /**
   * Refuses a change that is based on an earlier version, and names who saved the current one.
   * @param findSavedBy called only when the version is stale
   * @throws 409 stale_version
   */
  async require(
    actor: Actor,
    item: ContentItem,
    version: number | null | undefined,
    findSavedBy: () => Promise<SavedBy | undefined>,
  ): Promise<void> {
    if (version === undefined || version === null || version === item.version) return;
    const saved_by = await findSavedBy();
    const detail =
      saved_by?.id === actor.id
        ? `You have saved this ${item.kind} elsewhere since you opened it.`
        : `${saved_by?.name ?? 'Another user'} has saved this ${item.kind} since you opened it.`;
    throw conflict('stale_version', detail, { current_version: item.version, ...(saved_by && { saved_by }) });
  }

  /** Records an edit of another user's item, after the save. */
  async recordEdit(actor: Actor, item: ContentItem, note = ''): Promise<void> {
    if (item.authorId === actor.id) return;
    const after = { version: item.version, title: item.title, visibility: item.visibility, ...(note && { note }) };
    await this.audit.record({
      actor,
      action: `${item.kind}.edited`,
      subject: { type: item.kind, id: item.id },
      before: { version: item.version - 1 },
      after,
    });
  }
}
