import { writeRestoredNote } from '@hub/shared/system-notes';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, notFound } from '../../../platform/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import type { UploadedImage } from '../../../platform/images/images.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { DocumentStatus } from '../audience/audience.js';
import { newItem } from '../items/item.js';
import { ItemFieldsService } from '../items/item-fields.service.js';
import { ItemsService } from '../items/items.service.js';
import { type PreparedThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { type PreparedMarkdown, SearchTextParser } from '../search/search-text-parser.js';
import { getDocumentFacts, knowsInternalTexts, requiresReview } from './document.policy.js';
import { DocumentWorkflowService } from './document-workflow.service.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';
import type { ResolvedDocument } from './documents.queries.js';
import { editsNeedReview } from '../items/review.settings.js';
import {
  completeSnapshot,
  createSnapshot,
  type DocumentSnapshot,
  DocumentsRepository,
  type LockedDocument,
  type PendingRevision,
} from './documents.repository.js';

/** An edit that readers see at once, or that is pending review. */
type EditOutcome = 'live' | 'pending';

/** What a command may know about a new document in addition to its fields. */
interface CreateOptions {
  thumbnail?: PreparedThumbnail | undefined;
  /** the text, from callers that have a transaction of their own */
  text?: PreparedMarkdown | undefined;
  /** dates its events back, for documents with a past */
  at?: Date | undefined;
}

/** What an edit contains in addition to the text. */
interface EditOptions {
  /** the version that the edit is based on, where the client sends it */
  version?: number | undefined;
  status?: DocumentStatus | undefined;
  note?: string | undefined;
  is_template?: boolean | undefined;
}

/** A document that is being edited, under its row lock. */
interface OpenEdit extends LockedDocument {
  outcome: EditOutcome;
  /** the text that the edit changes: the live one, or the actor's own pending one */
  base: DocumentSnapshot;
  /** the edit that is pending review */
  pending: PendingRevision | undefined;
  status: DocumentStatus | undefined;
  note: string;
  isTemplate: boolean | undefined;
}

/** Writes documents. Each command is one transaction with its counters, history and events. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly fields: ItemFieldsService,
    private readonly documents: DocumentsRepository,
    private readonly workflow: DocumentWorkflowService,
    private readonly parser: SearchTextParser,
    private readonly thumbnails: ThumbnailsService,
    private readonly settings: Settings,
  ) {}

  /** To be called before the transaction that stores the text, so that no lock waits for the parser. */
  prepareText(content: string): Promise<PreparedMarkdown> {
    return this.parser.prepare(content);
  }

  /**
   * Creates a document: a DRAFT, unless the actor may publish and requests another status.
   * @returns the id
   * @throws 403 internal_not_allowed, and errors of the other fields
   */
  async create(
    actor: Actor,
    request: CreateDocumentRequest,
    { thumbnail, text: prepared, at }: CreateOptions = {},
  ): Promise<string> {
    // Before the parser, which takes long.
    this.fields.requireVisibility(actor, request);
    // Inside a transaction nothing waits for the parser.
    const text = prepared ?? (this.database.isInTransaction ? undefined : await this.prepareText(request.content));
    return this.database.transaction(async () => {
      const fields = await this.fields.buildNew(actor, 'document', await this.items.completeCategory(actor, request));
      const acting = await this.items.getCategoryActor(actor, fields.category_id);
      const status = request.status && acting.can('content.publish') ? request.status : 'DRAFT';
      const item = newItem({ id: uuidv7(), kind: 'document', author_id: actor.userId, status, fields });
      const locked = await this.documents.insert(actor, item, request.content, at);
      await this.items.placeBelow(actor, item, request.parent_id);
      await this.workflow.publishFirstStatus(actor, item, at);
      await this.workflow.applyTemplate(actor, locked, { isTemplate: request.is_template });
      if (thumbnail) await this.thumbnails.setThumbnail(actor, locked, thumbnail);
      await this.documents.syncDerivedData(actor, locked, text);
      return item.id;
    });
  }

  /**
   * Saves an edit; an edit that needs review becomes pending. The thumbnail is no part of the text and is always live.
   * @throws 403, 404, 409 stale_version after another save, edit_pending while another user's edit is pending
   */
  async update(
    actor: Actor,
    resolved: ResolvedDocument,
    request: UpdateDocumentRequest,
    image?: UploadedImage,
  ): Promise<EditOutcome> {
    await this.items.requireEditable(actor, resolved);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'document', image);
    const text = await this.prepareText(request.content || (await this.documents.getContent(resolved.id)));
    // Awaited: the thumbnail is disposed of at the end of this scope.
    return await this.database.transaction(async () => {
      const edit = await this.openEdit(actor, resolved.id, request);
      const fields = await this.fields.buildEdit(actor, edit.item, edit.base, request);
      const outcome = await this.saveEdit(
        actor,
        edit,
        { ...fields, content: request.content ?? edit.base.content },
        text,
      );
      if (thumbnail) await this.thumbnails.setThumbnail(actor, edit, thumbnail);
      return outcome;
    });
  }

  /**
   * Saves a former version as an edit does: as the live text or as a pending edit.
   * @param version to restore
   * @param basedOn the version that the client shows as the present one
   * @throws 403, 404, and 409 as {@link update}
   */
  async restore(
    actor: Actor,
    resolved: ResolvedDocument,
    version: number,
    basedOn: number | undefined,
  ): Promise<EditOutcome> {
    await this.items.requireEditable(actor, resolved);
    const former = await this.documents.findSnapshot(resolved.id, version);
    const text = await this.prepareText(former?.content ?? '');
    return this.database.transaction(async () => {
      const edit = await this.openEdit(actor, resolved.id, { version: basedOn, note: writeRestoredNote(version) });
      if (!former || (former.visibility === 'INTERNAL' && !knowsInternalTexts(actor, resolved)))
        throw notFound('version');
      const fields = await this.fields.buildRestored(actor, edit.item, former);
      return this.saveEdit(actor, edit, { ...fields, content: former.content }, text, { isRestore: true });
    });
  }

  /** Locks the document and decides whether the edit is live or pending. @throws as {@link update} */
  private async openEdit(actor: Actor, id: string, options: EditOptions): Promise<OpenEdit> {
    const { version, status, note = '', is_template: isTemplate } = options;
    const needsReview = await this.settings.get(editsNeedReview);
    const locked = await this.documents.lock(actor, id);
    const { item } = locked;
    const facts = getDocumentFacts(item);
    await this.items.requirePermissionToEdit(locked.actor, facts);
    await this.documents.requireVersion(actor, item, version);
    const live = createSnapshot(item, locked.content);
    const pending = await this.documents.findPending(item.id);
    const edit = { ...locked, pending, status, note, isTemplate };
    if (!needsReview || !requiresReview(locked.actor, facts, status ?? facts.status))
      return { ...edit, outcome: 'live', base: live };
    if (pending && pending.author_id !== actor.id) throw conflict('edit_pending', (texts) => texts.content.editPending);
    // A further edit continues the actor's own text, unless the document has changed since.
    const base = pending?.base_version === item.version ? completeSnapshot(pending.snapshot) : live;
    return { ...edit, outcome: 'pending', base };
  }

  /**
   * Saves the live text or the pending edit. A text without a change gets neither a version nor a review; its status
   * may change.
   * @param options.isRestore a restored text is a new version even if it equals the present one
   * @throws 403 when the actor may not set the status
   */
  private async saveEdit(
    actor: Actor,
    edit: OpenEdit,
    snapshot: DocumentSnapshot,
    text: PreparedMarkdown,
    { isRestore = false } = {},
  ): Promise<EditOutcome> {
    const { item, base, outcome, pending, note, status, isTemplate } = edit;
    const isChanged = isRestore || !equalsIgnoringLineEnds(snapshot, base);
    const categoryId = outcome === 'live' ? snapshot.category_id : item.category_id;
    const isNowOther = await this.workflow.applyTemplate(actor, edit, { isTemplate, categoryId });
    if (outcome === 'pending') {
      if (isNowOther) await this.documents.syncDerivedData(actor, edit);
      if (!isChanged && !pending) return 'live';
      await this.workflow.submitEdit(actor, item, pending, { snapshot, note });
      return outcome;
    }
    if (isChanged) {
      await this.documents.update(actor, edit, snapshot);
      await this.documents.insertLive(actor, item, snapshot, note);
      await this.items.auditEdit(actor, item, note);
    }
    await this.workflow.withdrawPending(actor, pending);
    if (status) await this.workflow.applyStatus(actor, edit, status);
    await this.documents.syncDerivedData(actor, edit, text);
    return outcome;
  }
}
