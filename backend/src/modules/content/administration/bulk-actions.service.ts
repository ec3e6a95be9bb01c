import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { DomainError, invalid } from '../../../platform/errors/domain-error.js';
import { DocumentsService } from '../documents/documents.service.js';
import { DocumentWorkflowService } from '../documents/document-workflow.service.js';
import {
  type ContentKind,
  type DocumentStatus,
  documentStatuses,
  type StoredVideoStatus,
  type VideoState,
  videoStates,
  type Visibility,
} from '../audience/audience.js';
import { ItemsQueries } from '../items/items.queries.js';
import { ItemTrashService } from '../items/item-trash.service.js';
import { VideoWorkflowService } from '../videos/video-workflow.service.js';
import { VideosService } from '../videos/videos.service.js';
import type { BulkChangeRequest, BulkChangeResponse, BulkResultResponse } from './administration.dto.js';
import type { Texts } from '../../../platform/language/texts.js';

/** The fields of items of any kind that a bulk action changes. */
interface FieldChange {
  category_id?: string | null;
  visibility?: Visibility;
}

type ItemCommand = (id: string) => Promise<unknown>;

/** Changes many items by the commands that change one, so that rules, events and the audit log are the same. */
@Injectable()
export class BulkActionsService {
  constructor(
    private readonly items: ItemsQueries,
    private readonly documents: DocumentsService,
    private readonly documentWorkflow: DocumentWorkflowService,
    private readonly videos: VideosService,
    private readonly videoWorkflow: VideoWorkflowService,
    private readonly trash: ItemTrashService,
  ) {}

  /**
   * One item after the other, each in its own transaction: one that may not be changed does not undo the others, and
   * none of their locks is held for long.
   * @throws 400 when the value for the action is missing, or belongs to another kind
   */
  async run(actor: Actor, request: BulkChangeRequest, texts: Texts): Promise<BulkChangeResponse> {
    const { item_type: kind, action, ids } = request;
    const results = await changeEach(ids, this.createCommand(actor, request), texts);
    const { deleted, updated } = texts.content.bulk;
    return { message: (action === 'delete' ? deleted : updated)[kind](countChanged(results)), results };
  }

  /** Submits drafts of any kind for review, each as {@link run} changes items. */
  async submitDrafts(actor: Actor, ids: readonly string[], texts: Texts): Promise<BulkChangeResponse> {
    const results = await changeEach(
      ids,
      async (id) => {
        const found = await this.items.findCaption(id);
        const workflow = found?.kind === 'video' ? this.videoWorkflow : this.documentWorkflow;
        await workflow.submitDraft(actor, id);
      },
      texts,
    );
    return { message: texts.content.bulk.submitted(countChanged(results)), results };
  }

  private createCommand(actor: Actor, request: BulkChangeRequest): ItemCommand {
    const { item_type: kind, action } = request;
    switch (action) {
      case 'set_status':
        return this.statusCommand(actor, request);
      case 'set_category':
        return this.fieldCommand(actor, kind, { category_id: request.category_id ?? null });
      case 'set_visibility':
        if (!request.visibility)
          throw invalid([{ field: 'visibility', message: (texts) => texts.content.visibilityRequired }]);
        return this.fieldCommand(actor, kind, { visibility: request.visibility });
      case 'delete':
        return async (id) => this.trash.moveToTrash(actor, { kind, id });
    }
  }

  private statusCommand(actor: Actor, { item_type, status }: BulkChangeRequest): ItemCommand {
    const statuses: readonly string[] = item_type === 'document' ? documentStatuses : videoStates;
    if (!status || !statuses.includes(status))
      throw invalid([{ field: 'status', message: (texts) => texts.content.invalidStatus(statuses.join(', ')) }]);
    return item_type === 'document'
      ? async (id) => this.documentWorkflow.setStatus(actor, id, status as DocumentStatus)
      : async (id) => this.videoWorkflow.setStatus(actor, id, status as VideoState);
  }

  private fieldCommand(actor: Actor, kind: ContentKind, change: FieldChange): ItemCommand {
    return kind === 'document'
      ? async (id) => this.documents.update(actor, await this.items.resolve<DocumentStatus>(kind, id, actor), change)
      : async (id) => this.videos.update(actor, await this.items.resolve<StoredVideoStatus>(kind, id, actor), change);
  }
}

/** Only refusals belong to the item; other errors fail the request. */
async function toResult(id: string, command: ItemCommand, texts: Texts): Promise<BulkResultResponse> {
  try {
    await command(id);
    return { id, changed: true, code: null, detail: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    return { id, changed: false, code: error.code, detail: error.detail(texts) };
  }
}

async function changeEach(ids: readonly string[], command: ItemCommand, texts: Texts): Promise<BulkResultResponse[]> {
  const results: BulkResultResponse[] = [];
  for (const id of ids) results.push(await toResult(id, command, texts));
  return results;
}

function countChanged(results: readonly BulkResultResponse[]) {
  const changed = results.filter((result) => result.changed).length;
  return { changed, isPartial: changed < results.length, total: results.length };
}
