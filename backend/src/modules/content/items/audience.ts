import type { Actor } from '../../../platform/access/actor.js';
import { type Audience, closedAudiences, type DocumentStatus, type VideoStatus, type Visibility } from './enums.js';

/**
 * The one place that decides what a person may see. Every list, detail, count, search, feed and file asks
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

/** The predicate as SQL over the alias of content_items; the parameters are audiences (text[]) and the asking person (uuid or null). */
export const visibleTo = (alias: string, audiences: string, me: string): string =>
  `(${alias}.audience = any(${audiences}::text[]) or ${alias}.author_id = ${me}::uuid)`;

/** The predicate for one item that is at hand. */
export const maySee = (actor: Actor, { authorId, audience }: { authorId: string; audience: Audience }): boolean =>
  authorId === actor.id || audiencesOf(actor).includes(audience);

interface AudienceFacts {
  status: DocumentStatus | VideoStatus;
  visibility: Visibility;
  hiddenAt?: Date | null;
  publishedAt?: Date | null;
}

/**
 * The same as the generated column content_items.audience, for code that counts before and after a change. Only what is
 * published can be HIDDEN: a draft that was hidden once stays a draft to moderators.
 */
export function audienceOf({ status, visibility, hiddenAt, publishedAt }: AudienceFacts): Audience {
  if (status === 'IN_REVIEW') return 'REVIEW';
  const isPublished = status === 'PUBLISHED' || (status === 'READY' && !!publishedAt);
  if (!isPublished) return 'RESTRICTED';
  return hiddenAt ? 'HIDDEN' : visibility;
}
