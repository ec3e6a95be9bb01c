import { defineEvent, type EventType } from '../../../platform/events/events.js';
import type { ContentKind } from '../items/enums.js';

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
