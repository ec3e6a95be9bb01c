import type { Actor } from '../../../platform/access/actor.js';
import type { Audience, DocumentStatus, VideoStatus, Visibility } from './enums.js';

/**
 * The one place that decides what a person may see. Every list, detail, count, search, feed and file asks
 * `audience = any(audiencesOf(actor)) or author_id = actor.id`.
 */
export function audiencesOf(actor: Actor): Audience[] {
  if (actor.isGuest) return ['PUBLIC'];
  const audiences: Audience[] = ['PUBLIC', 'LOGGED_IN'];
  if (actor.can('content.view_internal')) audiences.push('INTERNAL');
  if (actor.canAny('content.publish', 'content.edit_any', 'moderation.handle')) audiences.push('RESTRICTED');
  return audiences;
}

/** The predicate as SQL over the alias of content_items; the parameters are audiences (text[]) and the asking person (uuid or null). */
export const visibleTo = (alias: string, audiences: string, me: string): string =>
  `(${alias}.audience = any(${audiences}::text[]) or ${alias}.author_id = ${me}::uuid)`;

/** The predicate for one item that is at hand. */
export const maySee = (actor: Actor, { authorId, audience }: { authorId: string; audience: Audience }): boolean =>
  authorId === actor.id || audiencesOf(actor).includes(audience);

/** The same as the generated column content_items.audience, for code that counts before and after a change. */
export function audienceOf(item: {
  status: DocumentStatus | VideoStatus;
  visibility: Visibility;
  hiddenAt?: Date | null;
  publishedAt?: Date | null;
}): Audience {
  const out = item.status === 'PUBLISHED' || (item.status === 'READY' && !!item.publishedAt);
  return out && !item.hiddenAt ? item.visibility : 'RESTRICTED';
}
