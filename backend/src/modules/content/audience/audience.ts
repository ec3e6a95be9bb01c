import { type RawBuilder, sql } from 'kysely';
import { Actor } from '../../../platform/access/actor.js';
import type { Row } from '../../../schema/index.js';

export const difficulties = ['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const;
export type Difficulty = (typeof difficulties)[number];

export const visibilities = ['PUBLIC', 'LOGGED_IN', 'INTERNAL'] as const;
export type Visibility = (typeof visibilities)[number];

/** Where the thumbnail of an item is shown: nowhere, on cards only, or on cards and above the text of its page. */
export const thumbnailPlacements = ['NONE', 'CARD', 'PAGE'] as const;
export type ThumbnailPlacement = (typeof thumbnailPlacements)[number];

export const documentStatuses = ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

export const videoStatuses = ['PROCESSING', 'READY', 'ERROR'] as const;
export type VideoStatus = (typeof videoStatuses)[number];

/** How far a video is on its way to readers, for requests and filters: two states are none of its statuses. */
export const videoStates = [...videoStatuses, 'DRAFT', 'IN_REVIEW'] as const;
export type VideoState = (typeof videoStates)[number];

/** The status in the row of a video: a draft is DRAFT, whatever became of its file (docs/decisions/0063). */
export type StoredVideoStatus = Exclude<VideoState, 'IN_REVIEW'>;

export const videoSourceTypes = ['UPLOAD', 'YOUTUBE', 'VIMEO', 'LOOM'] as const;
export type VideoSourceType = (typeof videoSourceTypes)[number];

export type ContentStatus = DocumentStatus | VideoStatus;
export const contentStatuses = [...documentStatuses, ...videoStatuses] as const;

/** The statuses in which readers may see an item, one per kind. */
export const isPublishedStatus = (status: ContentStatus): boolean => status === 'PUBLISHED' || status === 'READY';

export const contentKinds = ['document', 'video'] as const;
export type ContentKind = (typeof contentKinds)[number];

/**
 * Audiences of items that readers do not see: drafts and the archive, what waits for review, what moderation has
 * hidden.
 */
export const closedAudiences = ['RESTRICTED', 'REVIEW', 'HIDDEN'] as const;
type ClosedAudience = (typeof closedAudiences)[number];

/**
 * Who may read an item now: its visibility while it is published, a closed audience while it is not. Closed audiences
 * keep the fact that the item is INTERNAL.
 */
export type Audience = Visibility | ClosedAudience | `${ClosedAudience}_INTERNAL`;

/**
 * The one rule for what a user may see: lists, details, counts, search, feeds and files all use
 * `audience in getAudiences(actor) or author_id = actor.id`.
 */
export function getAudiences(actor: Actor): Audience[] {
  if (actor.isGuest) return ['PUBLIC'];
  const closed = getClosedAudiences(actor);
  const internal: Audience[] = ['INTERNAL', ...closed.map(toInternal)];
  return ['PUBLIC', 'LOGGED_IN', ...closed, ...(actor.can('content.view_internal') ? internal : [])];
}

function getClosedAudiences(actor: Actor): readonly ClosedAudience[] {
  if (actor.canAny('content.publish', 'content.edit_any')) return closedAudiences;
  // Moderators see what waits for review and what is hidden, but neither drafts nor archived items.
  return actor.can('moderation.handle') ? ['REVIEW', 'HIDDEN'] : [];
}

const toInternal = (audience: ClosedAudience): Audience => `${audience}_INTERNAL`;

/**
 * Whether the audience of an item, over an alias of content_items, is one of these. The generated column has the closed
 * audiences without _INTERNAL, as the version before reads them (docs/decisions/0051).
 */
export const isInAudiences = (
  audiences: readonly Audience[] | RawBuilder<readonly Audience[]>,
  item: string,
): RawBuilder<boolean> =>
  sql`(${sql.ref(`${item}.audience`)} = any(${audiences}::text[]) and ${isInternalAllowed(audiences, item)}
    and ${isNotTrashed(item)})`;

const isInternalAllowed = (
  audiences: readonly Audience[] | RawBuilder<readonly Audience[]>,
  item: string,
): RawBuilder<boolean> =>
  sql`(${sql.ref(`${item}.visibility`)} <> 'INTERNAL' or 'INTERNAL' = any(${audiences}::text[]))`;

/**
 * Whether an item exists for users, over an alias of content_items. What is in the trash has the audience RESTRICTED,
 * so conditions that admit neither RESTRICTED nor authors exclude it already (docs/decisions/0061).
 */
export const isNotTrashed = (item: string): RawBuilder<boolean> => sql`${sql.ref(`${item}.deleted_at`)} is null`;

/** Whether an item awaits review, over an alias with its audience: of videos the status alone does not say so. */
export const isInReview = (item: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${item}.audience`)} in ('REVIEW', 'REVIEW_INTERNAL')`;

/** The status that lists show, over an alias with status and audience: videos that await review are READY. */
export const selectShownStatus = (item: string): RawBuilder<ContentStatus> =>
  sql`case when ${isInReview(item)} then 'IN_REVIEW' else ${sql.ref(`${item}.status`)} end`;

/** Whether the actor may see an item, over an alias of content_items. */
export const isVisibleTo = (actor: Actor, item: string): RawBuilder<boolean> =>
  sql`((${isInAudiences(getAudiences(actor), item)} or ${sql.ref(`${item}.author_id`)} = ${actor.id}::uuid)
    and ${isNotTrashed(item)})`;

/** Whether the actor would see an item in the trash if it were restored, over an alias of content_items. */
export const wouldBeVisibleTo = (actor: Actor, item: string): RawBuilder<boolean> => {
  const audiences = getAudiences(actor);
  return sql`(${formerAudience(item)} = any(${audiences}::text[]) and ${isInternalAllowed(audiences, item)}
    or ${sql.ref(`${item}.author_id`)} = ${actor.id}::uuid)`;
};

/** What the generated column was before the item went to the trash. */
const formerAudience = (item: string): RawBuilder<string> =>
  sql.raw(`(case
    when ${item}.deleted_status = 'IN_REVIEW' or (${item}.deleted_status = 'READY' and ${item}.published_at is null)
      then 'REVIEW'
    when ${item}.deleted_status in ('PUBLISHED', 'READY')
      then case when ${item}.hidden_at is null then ${item}.visibility else 'HIDDEN' end
    else 'RESTRICTED'
  end)`);

/** What a prepared statement over search_entries knows of its actor. */
export interface PreparedReader {
  me: string | null;
  audiences: Audience[];
}

export const prepareReader = (actor: Actor): PreparedReader => ({ me: actor.id, audiences: getAudiences(actor) });

/** The same as {@link isVisibleTo} over an alias of search_entries, which store the complete audience. */
export function isEntryVisibleTo(
  actor: Actor | { [Name in keyof PreparedReader]: RawBuilder<PreparedReader[Name]> },
  entry: string,
): RawBuilder<boolean> {
  const { me, audiences } = actor instanceof Actor ? prepareReader(actor) : actor;
  return sql`(${sql.ref(`${entry}.audience`)} = any(${audiences}::text[])
    or ${sql.ref(`${entry}.author_id`)} = ${me}::uuid)`;
}

/** What {@link getAudience} returns, over an alias of content_items. */
export const selectAudience = (item: string): RawBuilder<Audience> => sql.raw(audienceSql(item));
/** The same as SQL, for checks. */
export const audienceSql = (item: string): string =>
  `case when ${item}.visibility = 'INTERNAL' and ${item}.audience in ('RESTRICTED', 'REVIEW', 'HIDDEN')
     then ${item}.audience || '_INTERNAL' else ${item}.audience end`;

/** The same rule for an item in memory. */
export const canSee = (actor: Actor, { authorId, audience }: { authorId: string; audience: Audience }): boolean =>
  authorId === actor.id || getAudiences(actor).includes(audience);

type AudienceFacts = Pick<Row<'content_items'>, 'status' | 'visibility' | 'hidden_at' | 'published_at'>;

/**
 * The audience of an item in memory, for code that counts before and after a change. Only published items can be
 * HIDDEN: a draft that was hidden before stays a draft to moderators.
 */
export function getAudience(item: AudienceFacts): Audience {
  const closed = getClosedAudience(item);
  if (!closed) return item.visibility;
  return item.visibility === 'INTERNAL' ? toInternal(closed) : closed;
}

function getClosedAudience({ status, hidden_at, published_at }: AudienceFacts): ClosedAudience | undefined {
  if (status === 'IN_REVIEW' || (status === 'READY' && !published_at)) return 'REVIEW';
  if (!isPublishedStatus(status)) return 'RESTRICTED';
  return hidden_at ? 'HIDDEN' : undefined;
}
