import type { Actor } from '../../../platform/access/actor.js';
import { canSeeInCategory, type Visibility } from '../audience/audience.js';

export interface ItemFacts {
  author_id: string;
}

export const isAuthor = (actor: Actor, item: ItemFacts): boolean =>
  actor.id === item.author_id && actor.can('content.create');

export const canEdit = (actor: Actor, item: ItemFacts): boolean =>
  isAuthor(actor, item) || actor.can('content.edit_any');

export const canDelete = (actor: Actor, item: ItemFacts): boolean =>
  isAuthor(actor, item) || actor.can('content.delete_any');

export const canReview = (actor: Actor): boolean => actor.can('content.publish');

/** Only holders of content.set_internal set or remove INTERNAL. */
export const canChangeVisibility = (actor: Actor, from: Visibility, to: Visibility): boolean =>
  from === to || (from !== 'INTERNAL' && to !== 'INTERNAL') || actor.can('content.set_internal');

/** What readers of an item may do. @param actor of toCategoryActor */
export const getParticipationAbilities = (actor: Actor) => ({
  comment: actor.can('comments.create'),
  react: actor.can('reactions.create'),
});

/** Whether the actor would see the item if it were published. */
export const canSeePublished = (actor: Actor, item: ItemFacts & { visibility: Visibility }): boolean =>
  canSeeInCategory(actor, { authorId: item.author_id, audience: item.visibility });

/** Whether the actor may make links that open the item without an account. */
export const canShare = (actor: Actor, item: ItemFacts & { visibility: Visibility }): boolean =>
  canEdit(actor, item) && (item.visibility !== 'INTERNAL' || actor.can('content.set_internal'));
