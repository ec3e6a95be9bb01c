import type { Actor } from '../../../platform/access/actor.js';
import { canSeeInCategory, getAudience, type DocumentStatus, type Visibility } from '../audience/audience.js';
import type { Item } from '../items/item.js';
import { canDelete, canEdit, canReview, canShare, isAuthor, type ItemFacts } from '../items/item.policy.js';

export interface DocumentFacts extends ItemFacts {
  status: DocumentStatus;
  visibility: Visibility;
  is_template: boolean;
  /** author of the pending edit; null without one, or without one that the actor may know of */
  pending_author_id?: string | null;
  /** why the draft, or the actor's own edit, was returned; null when it was not, or when the actor may not know */
  review_note?: string | null;
}

export const getDocumentFacts = (item: Item): DocumentFacts => ({
  author_id: item.author_id,
  status: item.status as DocumentStatus,
  visibility: item.visibility,
  is_template: item.is_template,
});

/** Transitions that an author may make alone; publishers may set any status. */
const AUTHOR_TRANSITIONS: Record<DocumentStatus, DocumentStatus[]> = {
  DRAFT: ['IN_REVIEW'],
  IN_REVIEW: ['DRAFT'],
  PUBLISHED: ['ARCHIVED'],
  ARCHIVED: [],
};

export const isAuthorTransition = (actor: Actor, document: DocumentFacts, to: DocumentStatus): boolean =>
  isAuthor(actor, document) && AUTHOR_TRANSITIONS[document.status].includes(to);

export const canTransition = (actor: Actor, document: DocumentFacts, to: DocumentStatus): boolean =>
  actor.can('content.publish') ||
  (document.status === to ? canEdit(actor, document) : isAuthorTransition(actor, document, to));

/**
 * Publishers may lack the permission to read INTERNAL documents: ItemsService.syncDerivedData refuses changes that hide
 * a document from its editor.
 */
const canSeeWithStatus = (actor: Actor, document: DocumentFacts, status: DocumentStatus): boolean =>
  canSeeInCategory(actor, {
    authorId: document.author_id,
    audience: getAudience({ ...document, status, hidden_at: null, published_at: null }),
  });

/** Templates are offered to all who write in the category: those who edit what others wrote there make them. */
export const canMakeTemplates = (actor: Actor): boolean => actor.can('content.edit_any');

/** The history contains texts that were never published, so it is for those who work on the document. */
export const canSeeRevisions = (actor: Actor, document: DocumentFacts): boolean =>
  actor.id === document.author_id || actor.canAny('content.edit_any', 'content.publish');

/** Whether the actor knows texts of the document from when it was INTERNAL, and edits that would make it so. */
export const knowsInternalTexts = (actor: Actor, document: ItemFacts): boolean =>
  actor.id === document.author_id || actor.can('content.view_internal');

/**
 * With the setting on, edits of published documents are pending until reviewed, unless the editor may publish. An edit
 * that also unpublishes the document is not: no reader sees it.
 */
export const requiresReview = (actor: Actor, document: DocumentFacts, to: DocumentStatus): boolean =>
  document.status === 'PUBLISHED' && to === 'PUBLISHED' && !actor.can('content.publish');

/** What the screen offers; commands check the same functions. */
export function getDocumentAbilities(actor: Actor, document: DocumentFacts) {
  const may = (to: DocumentStatus) =>
    document.status !== to && canTransition(actor, document, to) && canSeeWithStatus(actor, document, to);
  return {
    edit: canEdit(actor, document),
    delete: canDelete(actor, document),
    submit: document.status === 'DRAFT' && may('IN_REVIEW'),
    withdraw: document.status !== 'DRAFT' && may('DRAFT'),
    publish: may('PUBLISHED'),
    archive: may('ARCHIVED'),
    review:
      canReview(actor) &&
      canSeeWithStatus(actor, document, 'PUBLISHED') &&
      (document.status === 'IN_REVIEW' || !!document.pending_author_id),
    share: document.status === 'PUBLISHED' && !document.is_template && canShare(actor, document),
    make_template: canMakeTemplates(actor),
    withdraw_edit: document.pending_author_id
      ? document.pending_author_id === actor.id
      : document.status === 'PUBLISHED' && !!document.review_note,
  };
}
