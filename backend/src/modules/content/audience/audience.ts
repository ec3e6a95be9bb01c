import { type RawBuilder, sql } from 'kysely';
import { Actor } from '../../../platform/access/actor.js';
import type { Row } from '../../../schema/index.js';
import {
  canReadCategory,
  canWriteCategory,
  type CategoryReader,
  type CategoryScope,
  isCategoryReadable,
  isCategoryModerated,
  isCategoryWritable,
  canModerateCategory,
  selectCategoryScope,
  toCategoryReader,
} from '../../auth/index.js';

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

/** What statements know of their reader. Prepared statements pass these as values. */
export interface Reader extends CategoryReader {
  audiences: readonly Audience[];
  /** the audiences in the categories that a group of the reader moderates */
  moderatedAudiences: readonly Audience[];
}

type Parameters<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> | Values[Name] };
type ReaderValues = Parameters<Reader>;

/**
 * The one rule for what a user may see: lists, details, counts, search, feeds and files all use `the category is open,
 * and audience in the reader's audiences or author_id = the reader`.
 */
export function toReader(actor: Actor): Reader {
  const known = readers.get(actor);
  if (known) return known;
  const reader: Reader = {
    audiences: getAudiences(actor),
    moderatedAudiences: getAudiences(toModerator(actor)),
    ...toCategoryReader(actor),
  };
  readers.set(actor, reader);
  return reader;
}

const readers = new WeakMap<Actor, Reader>();

/** Equal for readers who see the same items of others, as a part of keys of caches. */
export const toReaderKey = (reader: Reader): string =>
  [
    reader.audiences,
    reader.unlimited,
    reader.readable,
    reader.moderated,
    // Only decides what moderators of categories see; others share rows whatever they may write.
    reader.moderated.length ? reader.writable : '',
  ].join('|');

function getAudiences(actor: Actor): Audience[] {
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

/** The same user in a category that their group moderates. */
const toModerator = (actor: Actor): Actor =>
  actor.isCategoryModerator ? actor.withPermissions('content.edit_any', 'content.publish', 'moderation.handle') : actor;

/** What takes a permission to write, in any item. Holders of content.edit_any are bound by no limits. */
const writing = ['content.create', 'content.publish', 'content.delete_any', 'comments.create', 'reactions.create'];

/**
 * The same user as policies know them in a category that they may read: with the permissions of its moderators, or
 * without those of writing.
 */
export function toCategoryActor(actor: Actor, category: CategoryScope | null): Actor {
  if (!canWriteCategory(actor, 'content', category)) return actor.withoutPermissions(...writing);
  return canModerateCategory(actor, 'content', category) ? toModerator(actor) : actor;
}

/**
 * Whether others than its author see an item that the reader may see, over an alias of content_items. The generated
 * column has the closed audiences without _INTERNAL, as the version before reads them (docs/decisions/0051).
 */
export const isInAudiences = (reader: ReaderValues, item: string): RawBuilder<boolean> => isVisible(reader, item, null);

/** Whether an item with this audience and visibility is for readers with these audiences. */
const isAmong = (
  audiences: readonly Audience[] | RawBuilder<readonly Audience[]>,
  item: string,
  audience: RawBuilder<string> = sql.ref(`${item}.audience`),
): RawBuilder<boolean> =>
  sql`(${audience} = any(${audiences}::text[])
    and (${sql.ref(`${item}.visibility`)} <> 'INTERNAL' or 'INTERNAL' = any(${audiences}::text[])))`;

/** Whether the reader may read in the category of an item or counter. */
const isInOpenCategory = (reader: ReaderValues, alias: string): RawBuilder<boolean> =>
  Array.isArray(reader.unlimited) && reader.unlimited.includes('content')
    ? sql`true`
    : isCategoryReadable(reader, `${alias}.category_id`);

/** A condition on audiences, which are more in the categories that the reader moderates. */
function withModerated(
  reader: ReaderValues,
  alias: string,
  condition: (audiences: readonly Audience[] | RawBuilder<readonly Audience[]>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const { audiences, moderatedAudiences, moderated } = reader;
  if (Array.isArray(moderated) && !moderated.length) return condition(audiences);
  return sql`(${condition(audiences)}
    or ${condition(moderatedAudiences)} and ${isCategoryModerated(reader, `${alias}.category_id`)})`;
}

/** Whether the items of a counter, over an alias of content_counts, are in {@link isInAudiences}. */
export const isCounted = (reader: ReaderValues, counter: string): RawBuilder<boolean> =>
  sql`(${isInOpenCategory(reader, counter)} and ${withModerated(
    reader,
    counter,
    (audiences) => sql`${sql.ref(`${counter}.audience`)} = any(${audiences}::text[])`,
  )})`;

/**
 * Whether an item exists for users, over an alias of content_items. What is in the trash has the audience RESTRICTED,
 * so conditions that admit neither RESTRICTED nor authors exclude it already (docs/decisions/0061).
 */
export const isNotTrashed = (item: string): RawBuilder<boolean> => sql`${sql.ref(`${item}.deleted_at`)} is null`;

/**
 * Whether an item is among what lists, counters, the tree and the search contain, over an alias of content_items:
 * templates are not, for nobody.
 */
export const isListed = (item: string): RawBuilder<boolean> =>
  sql`(${isNotTrashed(item)} and not ${sql.ref(`${item}.is_template`)})`;

/**
 * Whether readers of some audience see an item, over an alias of content_items: it is published, no template, neither
 * hidden nor in the trash, which changes the status.
 */
export const isShown = (item: string): RawBuilder<boolean> =>
  sql.raw(`(${item}.hidden_at is null and ${item}.deleted_at is null and not ${item}.is_template
    and (${item}.status = 'PUBLISHED' or ${item}.status = 'READY' and ${item}.published_at is not null))`);

/** The same rule for an item in memory, which is not in the trash. */
export const isShownItem = (item: AudienceFacts): boolean => getClosedAudience(item) === undefined;

/** Whether an item awaits review, over an alias with its audience: of videos the status alone does not say so. */
export const isInReview = (item: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${item}.audience`)} in ('REVIEW', 'REVIEW_INTERNAL')`;

/** The status that lists show, over an alias with status and audience: videos that await review are READY. */
export const selectShownStatus = (item: string): RawBuilder<ContentStatus> =>
  sql`case when ${isInReview(item)} then 'IN_REVIEW' else ${sql.ref(`${item}.status`)} end`;

/** Whether guests may read an item, over an alias of content_items. The condition on the audience matches indexes. */
export const isPublic = (item: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${item}.audience`)} = 'PUBLIC' and ${isListed(item)}
    and ${isInOpenCategory(toReader(Actor.guest), item)})`;

/**
 * Whether the actor may see an item, over an alias of content_items. Templates are no items for readers: see
 * {@link isOpenTo} and {@link isUsableTemplate}.
 */
export const isVisibleTo = (actor: Actor, item: string): RawBuilder<boolean> =>
  isVisible(toReader(actor), item, actor.id);

/** @param me sees their own items too, within the limits of categories */
const isVisible = (reader: ReaderValues, item: string, me: string | null): RawBuilder<boolean> =>
  sql`(${isForReader(reader, item, me)} and ${isListed(item)} and ${isInOpenCategory(reader, item)})`;

/** Whether the audience of an item, or that of its template, has the reader. */
function isForReader(reader: ReaderValues, item: string, me: string | null, audience?: RawBuilder<string>) {
  const isInAudience = withModerated(reader, item, (audiences) => isAmong(audiences, item, audience));
  return me === null ? isInAudience : sql`(${isInAudience} or ${sql.ref(`${item}.author_id`)} = ${me}::uuid)`;
}

/**
 * Whether the page of an item opens for the actor, over an alias of content_items: they may see it, or it is a template
 * and they would see it as a draft.
 */
export function isOpenTo(actor: Actor, item: string): RawBuilder<boolean> {
  const reader = toReader(actor);
  return sql`(${isVisibleTo(actor, item)} or ${sql.ref(`${item}.is_template`)} and ${isNotTrashed(item)}
    and ${isForReader(reader, item, actor.id, sql`'RESTRICTED'`)} and ${isInOpenCategory(reader, item)})`;
}

/**
 * Whether the actor may write documents with a template, over an alias of content_items. The author and those who see
 * drafts also get templates that are not published.
 */
export function isUsableTemplate(actor: Actor, item: string): RawBuilder<boolean> {
  if (!actor.canAny(...templateUses)) return sql`false`;
  const reader = toReader(actor);
  return sql`(${sql.ref(`${item}.is_template`)} and ${isNotTrashed(item)} and ${isForReader(reader, item, actor.id)}
    and ${isInOpenCategory(reader, item)} and ${isCategoryWritable(actor, 'content', `${item}.category_id`)})`;
}

/** Who writes documents or works on the templates. */
const templateUses = ['content.create', 'content.edit_any', 'content.publish'] as const;

/** Whether the actor sees an item only because they wrote it: what counters of their audiences lack. */
export const isVisibleToAuthorOnly = (actor: Actor, item: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${item}.author_id`)} = ${actor.id}::uuid and ${isListed(item)}
    and ${isInOpenCategory(toReader(actor), item)} and not ${isInAudiences(toReader(actor), item)})`;

/** Whether the actor would see an item in the trash if it were restored, over an alias of content_items. */
export function wouldBeVisibleTo(actor: Actor, item: string): RawBuilder<boolean> {
  const reader = toReader(actor);
  return sql`(${isInOpenCategory(reader, item)} and (${sql.ref(`${item}.author_id`)} = ${actor.id}::uuid
    or ${withModerated(reader, item, (audiences) => isAmong(audiences, item, formerAudience(item)))}))`;
}

/** Whether the actor would see an item if it were published, over an alias of content_items. */
export function wouldBeVisiblePublished(actor: Actor, item: string): RawBuilder<boolean> {
  const reader = toReader(actor);
  return sql`(${isInOpenCategory(reader, item)} and (${sql.ref(`${item}.author_id`)} = ${actor.id}::uuid
    or ${sql.ref(`${item}.visibility`)} = any(${reader.audiences}::text[])))`;
}

/** Whether the actor may publish the items of others in the category of an item, over an alias of content_items. */
export const isReviewer = (actor: Actor, item: string): RawBuilder<boolean> =>
  sql`(${
    actor.can('content.publish')
      ? isCategoryWritable(actor, 'content', `${item}.category_id`)
      : isCategoryModerated(actor, `${item}.category_id`)
  } and ${isInOpenCategory(toReader(actor), item)})`;

/** What the generated column was before the item went to the trash. */
const formerAudience = (item: string): RawBuilder<string> =>
  sql.raw(`(case
    when ${item}.is_template then 'RESTRICTED'
    when ${item}.deleted_status = 'IN_REVIEW' or (${item}.deleted_status = 'READY' and ${item}.published_at is null)
      then 'REVIEW'
    when ${item}.deleted_status in ('PUBLISHED', 'READY')
      then case when ${item}.hidden_at is null then ${item}.visibility else 'HIDDEN' end
    else 'RESTRICTED'
  end)`);

/** What a prepared statement over search_entries knows of its actor. */
export interface PreparedReader extends Reader {
  me: string | null;
}

export const prepareReader = (actor: Actor): PreparedReader => ({ me: actor.id, ...toReader(actor) });

/**
 * The same as {@link isVisibleTo} over an alias of search_entries, which store the complete audience. Entries of
 * threads and posts have the category of the forum. Only part 0 of an entry has a category.
 */
export function isEntryVisibleTo(actor: Actor | Parameters<PreparedReader>, entry: string): RawBuilder<boolean> {
  const reader = actor instanceof Actor ? prepareReader(actor) : actor;
  return sql`(${isCategoryReadable(reader, `${entry}.category_id`)}
    and (${withModerated(
      reader,
      entry,
      (audiences) => sql`${sql.ref(`${entry}.audience`)} = any(${audiences}::text[])`,
    )} or ${sql.ref(`${entry}.author_id`)} = ${reader.me}::uuid))`;
}

/** What {@link getAudience} returns, over an alias of content_items. */
export const selectAudience = (item: string): RawBuilder<Audience> => sql.raw(audienceSql(item));
/** The same as SQL, for checks. */
export const audienceSql = (item: string): string =>
  `case when ${item}.is_template then case ${item}.visibility when 'INTERNAL' then 'RESTRICTED_INTERNAL'
       else 'RESTRICTED' end
     when ${item}.visibility = 'INTERNAL' and ${item}.audience in ('RESTRICTED', 'REVIEW', 'HIDDEN')
     then ${item}.audience || '_INTERNAL' else ${item}.audience end`;

/** The scope of the category of an item, over an alias of content_items. */
export const selectItemCategory = (item: string): RawBuilder<CategoryScope | null> =>
  selectCategoryScope(`${item}.category_id`);

interface VisibilityFacts {
  authorId: string;
  audience: Audience;
}

/** The same rule as {@link isVisibleTo} for an item in memory. */
export const canSee = (
  actor: Actor,
  { category, ...facts }: VisibilityFacts & { category: CategoryScope | null },
): boolean =>
  canReadCategory(actor, 'content', category) && canSeeInCategory(toCategoryReaderActor(actor, category), facts);

/** What readers in a read-only category see is the same as elsewhere. */
const toCategoryReaderActor = (actor: Actor, category: CategoryScope | null): Actor =>
  canModerateCategory(actor, 'content', category) ? toModerator(actor) : actor;

/** The same for an item in a category that the actor may read. @param actor of {@link toCategoryActor} */
export const canSeeInCategory = (actor: Actor, { authorId, audience }: VisibilityFacts): boolean =>
  authorId === actor.id || getAudiences(actor).includes(audience);

type AudienceFacts = Pick<Row<'content_items'>, 'status' | 'visibility' | 'hidden_at' | 'published_at' | 'is_template'>;

/**
 * The audience of an item in memory, for code that counts before and after a change. Only published items can be
 * HIDDEN: a draft that was hidden before stays a draft to moderators. The page of a template opens for those who would
 * see it as a draft.
 */
export function getAudience(item: AudienceFacts): Audience {
  const closed = getClosedAudience(item);
  if (!closed) return item.visibility;
  return item.visibility === 'INTERNAL' ? toInternal(closed) : closed;
}

function getClosedAudience(item: AudienceFacts): ClosedAudience | undefined {
  const { status, hidden_at, published_at, is_template } = item;
  if (is_template) return 'RESTRICTED';
  if (status === 'IN_REVIEW' || (status === 'READY' && !published_at)) return 'REVIEW';
  if (!isPublishedStatus(status)) return 'RESTRICTED';
  return hidden_at ? 'HIDDEN' : undefined;
}
