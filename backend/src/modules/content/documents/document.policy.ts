import type { Actor } from '../../../platform/access/actor.js';
import { audienceOf, maySee } from '../items/audience.js';
import type { DocumentStatus, Visibility } from '../items/enums.js';

export interface DocumentFacts {
  author_id: string;
  status: DocumentStatus;
  visibility: Visibility;
  /** whose edit waits for review; null when none does, or none this person may know of */
  pending_author_id?: string | null;
  /** why the draft, or an edit of this person's, was sent back; null when nothing was, or nothing they may know of */
  review_note?: string | null;
}

const isAuthor = (actor: Actor, document: DocumentFacts): boolean =>
  actor.id === document.author_id && actor.can('content.create');

export const canEdit = (actor: Actor, document: DocumentFacts): boolean =>
  isAuthor(actor, document) || actor.can('content.edit_any');

export const canDelete = (actor: Actor, document: DocumentFacts): boolean =>
  isAuthor(actor, document) || actor.can('content.delete_any');

/** Moves an author may make alone; publishers may set any status. Whoever may edit may leave it as it is. */
const ownMoves: Record<DocumentStatus, DocumentStatus[]> = {
  DRAFT: ['IN_REVIEW'],
  IN_REVIEW: ['DRAFT'],
  PUBLISHED: ['ARCHIVED'],
  ARCHIVED: [],
};

export const isOwnMove = (actor: Actor, document: DocumentFacts, to: DocumentStatus): boolean =>
  isAuthor(actor, document) && ownMoves[document.status].includes(to);

export const canMove = (actor: Actor, document: DocumentFacts, to: DocumentStatus): boolean =>
  actor.can('content.publish') || (document.status === to ? canEdit(actor, document) : isOwnMove(actor, document, to));

/** Who may publish need not be among the readers of what is INTERNAL; DocumentStore.counted keeps them from it. */
const wouldSee = (actor: Actor, { author_id, visibility }: DocumentFacts, status: DocumentStatus): boolean =>
  maySee(actor, { authorId: author_id, audience: audienceOf({ status, visibility }) });

/** The history shows what was never published, so it is for those who work on the document. */
export const canSeeRevisions = (actor: Actor, document: DocumentFacts): boolean =>
  actor.id === document.author_id || actor.canAny('content.edit_any', 'content.publish');

export const canReview = (actor: Actor): boolean => actor.can('content.publish');

/**
 * With the setting on, an edit of what readers see waits, unless its author could publish it anyway. One that takes the
 * document out of sight at the same time does not: nobody reads it.
 */
export const mustWait = (actor: Actor, document: DocumentFacts, to: DocumentStatus): boolean =>
  document.status === 'PUBLISHED' && to === 'PUBLISHED' && !actor.can('content.publish');

/** What the screen offers; the same functions decide when the act comes. */
export function abilitiesOf(actor: Actor, document: DocumentFacts) {
  const may = (to: DocumentStatus) =>
    document.status !== to && canMove(actor, document, to) && wouldSee(actor, document, to);
  return {
    edit: canEdit(actor, document),
    delete: canDelete(actor, document),
    submit: document.status === 'DRAFT' && may('IN_REVIEW'),
    withdraw: document.status !== 'DRAFT' && may('DRAFT'),
    publish: may('PUBLISHED'),
    archive: may('ARCHIVED'),
    review:
      canReview(actor) &&
      wouldSee(actor, document, 'PUBLISHED') &&
      (document.status === 'IN_REVIEW' || !!document.pending_author_id),
    withdraw_edit: document.pending_author_id
      ? document.pending_author_id === actor.id
      : document.status === 'PUBLISHED' && !!document.review_note,
  };
}
