import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, forbidden, notFound } from '../../../platform/errors/domain-error.js';
import { equalsIgnoringLineEnds } from '../../../platform/http/validation/text.js';
import type { UploadedImage } from '../../../platform/images/images.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { DocumentStatus } from '../audience/enums.js';
import { canReview } from '../items/item.policy.js';
import { newItem } from '../items/item.js';
import { ItemFieldsBuilder } from '../items/item-fields-builder.js';
import { ItemWriter, type LockedItem } from '../items/item-writer.js';
import { type PreparedThumbnail, ThumbnailsService } from '../items/thumbnails.service.js';
import { type ParsedMarkdown, SearchTextParser } from '../search/search-text-parser.js';
import { factsOf, knowsInternalTexts, requiresReview } from './document.policy.js';
import { DocumentWorkflow } from './document-workflow.js';
import type { CreateDocumentRequest, UpdateDocumentRequest } from './documents.dto.js';
import type { DocumentKey } from './documents.queries.js';
import { reviewEdits } from './documents.settings.js';
import { completeSnapshot, type DocumentSnapshot, type PendingRevision, snapshotOf } from './revisions/revision.js';
import { RevisionsRepository } from './revisions/revisions.repository.js';

/** An edit that readers see at once, or that is pending review. */
export type EditOutcome = 'live' | 'pending';

/** A document under a row lock. */
export interface LockedDocument extends LockedItem {
  content: string;
}

/** What a command may know about a new document in addition to its fields. */
interface CreateOptions {
  thumbnail?: PreparedThumbnail | undefined;
  /** the text, from callers that have a transaction of their own */
  parsed?: ParsedMarkdown | undefined;
  /** dates its events back, for documents with a past */
  at?: Date | undefined;
}

/** What an edit contains in addition to the text. */
interface EditOptions {
  /** the version that the edit is based on, where the client sends it */
  version?: number | undefined;
  status?: DocumentStatus | undefined;
  note?: string | undefined;
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
}

/** Writes documents. Each command is one transaction with its counters, history and events. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemWriter,
    private readonly fields: ItemFieldsBuilder,
    private readonly revisions: RevisionsRepository,
    private readonly workflow: DocumentWorkflow,
    private readonly parser: SearchTextParser,
    private readonly thumbnails: ThumbnailsService,
    private readonly settings: Settings,
  ) {}

  /** To be called before the transaction that stores the text, so that no lock waits for the parser. */
  parse(content: string): Promise<ParsedMarkdown> {
    return this.parser.parseText(content);
  }

  /**
   * Creates a document: a DRAFT, unless the actor may publish and requests another status.
   * @returns the id
   * @throws 403 internal_not_allowed, and errors of the other fields
   */
  async create(
    actor: Actor,
    request: CreateDocumentRequest,
    { thumbnail, parsed, at }: CreateOptions = {},
  ): Promise<string> {
    // Before the parser, which takes long.
    this.fields.checkNew(actor, request);
    // Inside a transaction nothing waits for the parser.
    const text = parsed ?? (this.database.isInTransaction ? undefined : await this.parse(request.content));
    return this.database.transaction(async () => {
      const status = request.status && actor.can('content.publish') ? request.status : 'DRAFT';
      const fields = await this.fields.forNew(actor, 'document', request);
      const item = newItem({ id: uuidv7(), kind: 'document', author_id: actor.userId, status, fields });
      const { content } = request;
      const locked = await this.items.insert(item);
      await this.database.db.insertInto('documents').values({ item_id: item.id, content }).execute();
      await this.revisions.recordLive(actor, item, { ...fields, content }, '');
      await this.items.complete(actor, item, content, () => this.parser.resultOf(text, content, item.id), at);
      await this.workflow.recordFirstStatus(actor, item, at);
      if (thumbnail) await this.thumbnails.setThumbnail(actor, locked, thumbnail);
      return item.id;
    });
  }

  /**
   * Saves an edit; an edit that needs review becomes pending. The thumbnail is no part of the text and is always live.
   * @throws 403, 404, 409 stale_version after another save, edit_pending while another user's edit is pending
   */
  async update(
    actor: Actor,
    key: DocumentKey,
    request: UpdateDocumentRequest,
    image?: UploadedImage,
  ): Promise<EditOutcome> {
    await this.items.requireEditable(actor, key);
    await using thumbnail = await this.thumbnails.prepareUpload(actor, 'document', image);
    const text = await this.parse(request.content || (await this.getContent(key.id)));
    // Awaited: the thumbnail is disposed of at the end of this scope.
    return await this.database.transaction(async () => {
      const edit = await this.openEdit(actor, key.id, request);
      const fields = await this.fields.forEdit(actor, edit.item, edit.base, request);
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
  async restore(actor: Actor, key: DocumentKey, version: number, basedOn: number | undefined): Promise<EditOutcome> {
    await this.items.requireEditable(actor, key);
    const former = await this.revisions.findSnapshot(key.id, version);
    const text = await this.parse(former?.content ?? '');
    return this.database.transaction(async () => {
      const edit = await this.openEdit(actor, key.id, { version: basedOn, note: `Restored version ${version}` });
      if (!former || (former.visibility === 'INTERNAL' && !knowsInternalTexts(actor, key)))
        throw notFound('This version');
      const fields = await this.fields.forRestore(edit.item, former);
      return this.saveEdit(actor, edit, { ...fields, content: former.content }, text, { isRestore: true });
    });
  }

  /**
   * Withdraws the actor's own pending edit, or dismisses their returned one.
   * @throws 404 without one, 403 to reviewers
   */
  async withdrawEdit(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const { item } = await this.lock(actor, id);
      const pending = await this.revisions.findPending(item.id);
      const other = await this.revisions.supersede(actor, pending);
      if (pending && !other) return;
      if (await this.revisions.dismissRejectedEdit(actor, item)) return;
      if (other && canReview(actor))
        throw forbidden('Only its author can withdraw this edit. You can request changes.');
      throw notFound('This draft');
    });
  }

  /** @param at dates its events back. @throws 403, 404 */
  async setStatus(actor: Actor, id: string, status: DocumentStatus, note = '', at?: Date): Promise<void> {
    await this.database.transaction(async () => {
      const locked = await this.lock(actor, id);
      await this.workflow.request(actor, locked, status, note, at);
      await this.saveDerived(actor, locked);
    });
  }

  /** Sets the status of a document that is found by its slug; one whose status is not `from` stays as it is. */
  async transitionIfStatus(
    actor: Actor,
    slug: string,
    { from, to, at }: { from: DocumentStatus; to: DocumentStatus; at: Date },
  ): Promise<void> {
    const found = await this.database.db
      .selectFrom('content_items')
      .select(['id', 'status'])
      .where('kind', '=', 'document')
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (!found) throw notFound('This document');
    if (found.status === from) await this.setStatus(actor, found.id, to, '', at);
  }

  /** Locks the row until the transaction ends. @throws 404 when it is missing or not visible to the actor */
  async lock(actor: Actor, id: string): Promise<LockedDocument> {
    const locked = await this.items.lock(actor, { kind: 'document', id });
    return { ...locked, content: await this.getContent(locked.item.id) };
  }

  /** Makes a snapshot the live text, as the next version; {@link saveDerived} follows at the end of the command. */
  async publishText(actor: Actor, locked: LockedDocument, { content, ...fields }: DocumentSnapshot): Promise<void> {
    await this.items.update(actor, locked, fields, content);
    if (content !== locked.content)
      await this.database.db.updateTable('documents').set({ content }).where('item_id', '=', locked.item.id).execute();
    locked.content = content;
  }

  /** @throws 404 when the command would hide the document from the actor */
  async saveDerived(actor: Actor, locked: LockedDocument, text?: ParsedMarkdown): Promise<void> {
    await this.items.syncDerivedData(actor, locked, () => this.parser.resultOf(text, locked.content, locked.item.id));
  }

  /** Locks the document and decides whether the edit is live or pending. @throws as {@link update} */
  private async openEdit(actor: Actor, id: string, { version, status, note = '' }: EditOptions): Promise<OpenEdit> {
    const needsReview = await this.settings.get(reviewEdits);
    const locked = await this.lock(actor, id);
    const { item } = locked;
    const facts = factsOf(item);
    await this.items.requireEditable(actor, facts);
    await this.revisions.requireVersion(actor, item, version);
    const live = snapshotOf(item, locked.content);
    const pending = await this.revisions.findPending(item.id);
    const edit = { ...locked, pending, status, note };
    if (!needsReview || !requiresReview(actor, facts, status ?? facts.status))
      return { ...edit, outcome: 'live', base: live };
    if (pending && pending.author_id !== actor.id)
      throw conflict('edit_pending', 'Another user’s edit is waiting for review. Please wait for the decision.');
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
    text: ParsedMarkdown,
    { isRestore = false } = {},
  ): Promise<EditOutcome> {
    const { item, base, outcome, pending, note, status } = edit;
    const isChanged = isRestore || !equalsIgnoringLineEnds(snapshot, base);
    if (outcome === 'pending') {
      if (!isChanged && !pending) return 'live';
      await this.revisions.replacePending(actor, item, pending, { snapshot, note });
      return outcome;
    }
    if (isChanged) {
      await this.publishText(actor, edit, snapshot);
      await this.revisions.recordLive(actor, item, snapshot, note);
    }
    await this.revisions.supersede(actor, pending);
    if (status) await this.workflow.request(actor, edit, status);
    await this.saveDerived(actor, edit, text);
    return outcome;
  }

  async getContent(id: string): Promise<string> {
    const row = await this.database.db
      .selectFrom('documents')
      .select('content')
      .where('item_id', '=', id)
      .executeTakeFirst();
    return row?.content ?? '';
  }
}
