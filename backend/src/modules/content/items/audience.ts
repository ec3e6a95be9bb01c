import type { Actor } from '../../../platform/access/actor.js';
import { type Audience, closedAudiences, type ContentStatus, isPublishedStatus, type Visibility } from './enums.js';

/**
 * The one rule for what a user may see: lists, details, counts, search, feeds and files all use
 * `audience = any(audiencesOf(actor)) or author_id = actor.id`.
 */
export function audiencesOf(actor: Actor): Audience[] {
  if (actor.isGuest) return ['PUBLIC'];
  const audiences: Audience[] = ['PUBLIC', 'LOGGED_IN'];
  if (actor.can('content.view_internal')) audiences.push('INTERNAL');
  if (actor.canAny('content.publish', 'content.edit_any')) audiences.push(...closedAudiences);
  // Moderators see what waits for review and what is hidden, but neither drafts nor archived items.
  else if (actor.can('moderation.handle')) audiences.push('REVIEW', 'HIDDEN');
  return audiences;
}

/**
 * SQL condition over an alias of content_items.
 * @param audiences parameter (text[])
 * @param actorId parameter (uuid, null for guests)
 */
export const visibleTo = (alias: string, audiences: string, actorId: string): string =>
  `(${alias}.audience = any(${audiences}::text[]) or ${alias}.author_id = ${actorId}::uuid)`;

/** The same rule for an item in memory. */
export const canSee = (actor: Actor, { authorId, audience }: { authorId: string; audience: Audience }): boolean =>
  authorId === actor.id || audiencesOf(actor).includes(audience);

interface AudienceFacts {
  status: ContentStatus;
  visibility: Visibility;
  hiddenAt?: Date | null;
  publishedAt?: Date | null;
}

/**
 * The same as the generated column content_items.audience, for code that counts before and after a change. Only
 * published items can be HIDDEN: a draft that was hidden before stays a draft to moderators.
 */
export function audienceOf({ status, visibility, hiddenAt, publishedAt }: AudienceFacts): Audience {
  if (status === 'IN_REVIEW' || (status === 'READY' && !publishedAt)) return 'REVIEW';
  if (!isPublishedStatus(status)) return 'RESTRICTED';
  return hiddenAt ? 'HIDDEN' : visibility;
}
