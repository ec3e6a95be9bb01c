import { defineEvent, type EventType } from '../../../platform/events/events.js';
import type { ContentKind } from '../audience/enums.js';

/** An item of a kind was created. */
export interface ItemCreated {
  id: string;
  authorId: string;
}

/** An item was deleted; its title is all that is left of it. */
export interface ItemDeleted extends ItemCreated {
  actorId: string;
  title: string;
}

/** Each kind has events of its own, so that a kind can be listened to alone. */
export const itemCreated: Record<ContentKind, EventType<ItemCreated>> = {
  document: defineEvent('document.created'),
  video: defineEvent('video.created'),
};

export const itemDeleted: Record<ContentKind, EventType<ItemDeleted>> = {
  document: defineEvent('document.deleted'),
  video: defineEvent('video.deleted'),
};

/** What a reviewer decides on: an item, or a pending edit of a published one. */
export type ReviewSubject = 'item' | 'edit';

export interface ReviewRequested {
  id: string;
  actorId: string;
  of: ReviewSubject;
  /** the author's summary of an edit; may be empty */
  note: string;
}

/** An item or an edit was submitted for review. */
export const reviewRequested = defineEvent<ReviewRequested>('item.review_requested');

/** An item or an edit no longer awaits review: it was decided on, or taken back by its author. */
export const reviewClosed = defineEvent<{ id: string; of: ReviewSubject; isDecided: boolean }>('item.review_closed');
