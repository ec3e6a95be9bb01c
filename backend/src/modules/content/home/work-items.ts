import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { isReturnedEdit } from '../documents/documents.repository.js';
import { isReviewer, isOpenTo, wouldBeVisiblePublished, type ContentKind, contentKinds } from '../audience/audience.js';
import { canReview } from '../items/item.policy.js';
import { type ItemSummaryRow, joinItemSummary, selectItemSummary } from '../items/item-summary.mapper.js';
import { itemPath } from '../items/items.queries.js';
import { plainExcerpt } from '../markdown/plain-excerpt.js';
import type { WorkItemResponse, WorkResponse } from './home.dto.js';

/** What is left to do with an item. */
interface Work {
  isEdit: boolean;
  /** name of the author of the text */
  user: string;
  note: string;
  at: string;
}

/** A row of the home statement, which reads all lists of the page. */
export type HomeRow = ItemSummaryRow & {
  section: 'recent' | 'bookmarks' | 'review' | 'returned' | 'drafts';
  kind: ContentKind;
  bookmark_id: string | null;
  bookmarked_at: Date;
  /** number of all rows of the section */
  section_count: number;
  /** null in the sections 'recent' and 'bookmarks' */
  work: Work | null;
};

const SHOWN = 4;
const COUNT_CAP = 100;

/**
 * The rows of one list.
 * @param source a statement for rows (item_id, is_edit, user_id, note, at), at most {@link COUNT_CAP}
 */
const selectSection = (section: string, source: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
  select ${sql.lit(section)} as section, i.kind, ${selectItemSummary},
         null::uuid as bookmark_id, null::timestamptz as bookmarked_at, w.n as section_count,
         jsonb_build_object('isEdit', w.is_edit, 'user', u.name, 'note', w.note, 'at', w.at) as work
  from (select s.*, count(*) over ()::int as n from (${source}) s) w
  join content_items i on i.id = w.item_id
  join people u on u.id = w.user_id
  ${joinItemSummary}
  order by ${order} limit ${sql.lit(SHOWN)}
)`;

const limit = sql`limit ${sql.lit(COUNT_CAP)}`;

/** Items of other users that the actor can decide on. */
const canDecide = (actor: Actor): RawBuilder<boolean> =>
  sql`${isReviewer(actor, 'i')} and ${isOpenTo(actor, 'i')} and ${wouldBeVisiblePublished(actor, 'i')}`;

/** The items of one kind, so that the index on the audience gives the order. */
const itemsInReview = (actor: Actor, kind: ContentKind) => sql`(
    select i.id as item_id, false as is_edit, coalesce(i.submitter_id, i.author_id) as user_id, '' as note,
           coalesce(i.updated_at, i.created_at) as at
    from content_items i
    where i.kind = ${sql.lit(kind)} and i.audience = 'REVIEW' and i.author_id <> ${actor.id}::uuid
      and ${canDecide(actor)}
    order by i.id ${limit}
  )`;

const editsInReview = (actor: Actor) => sql`(
    select r.item_id, true as is_edit, r.author_id as user_id, r.note, r.created_at as at
    from document_revisions r
    join content_items i on i.id = r.item_id
    where r.state = 'pending' and r.author_id <> ${actor.id}::uuid and i.audience <> 'REVIEW' and ${canDecide(actor)}
    order by r.id ${limit}
  )`;

/** The latest review note of each of the actor's returned drafts and edits. */
const returned = (actor: Actor) => sql`(
    select distinct on (r.item_id) r.item_id, r.base_version is not null as is_edit, r.author_id as user_id,
           coalesce(r.review_note, '') as note, r.created_at as at
    from document_revisions r
    join content_items i on i.id = r.item_id
    where r.author_id = ${actor.id}::uuid and r.state = 'rejected' and ${isOpenTo(actor, 'i')}
      and (
        i.status = 'DRAFT' and i.author_id = ${actor.id}::uuid and r.base_version is null
        or i.status = 'PUBLISHED' and ${isReturnedEdit(actor)}
      )
    order by r.item_id, r.id desc ${limit}
  )`;

/** The actor's videos that a reviewer returned, or that were hidden. */
const returnedVideos = (actor: Actor) => sql`(
    select v.item_id, false as is_edit, i.author_id as user_id, v.review_note as note, v.reviewed_at as at
    from content_items i
    join videos v on v.item_id = i.id
    where i.author_id = ${actor.id}::uuid and i.audience = 'RESTRICTED' and i.status in ('DRAFT', 'ERROR')
      and ${isOpenTo(actor, 'i')}
      and v.review_note is not null and v.reviewer_id is distinct from i.author_id
    order by v.reviewed_at desc ${limit}
  )`;

const drafts = (actor: Actor) => sql`
    select i.id as item_id, false as is_edit, i.author_id as user_id, '' as note,
           coalesce(i.updated_at, i.created_at) as at
    from content_items i
    where i.author_id = ${actor.id}::uuid and i.audience = 'RESTRICTED' and i.status = 'DRAFT'
      and ${isOpenTo(actor, 'i')}
      and not exists (
        select 1 from document_revisions r
        where r.item_id = i.id and r.state = 'rejected' and r.base_version is null
      )
      and not exists (select 1 from videos v where v.item_id = i.id and v.review_note is not null)
    order by 5 desc ${limit}`;

const oldestFirst = sql`w.at, i.id`;
const latestFirst = sql`w.at desc, i.id desc`;

/** The lists of the actor's own work and of what awaits their review. */
export function selectWork(actor: Actor): RawBuilder<unknown>[] {
  const lists: RawBuilder<unknown>[] = [];
  if (canReview(actor) || actor.isCategoryModerator) {
    const sources = [...contentKinds.map((kind) => itemsInReview(actor, kind)), editsInReview(actor)];
    lists.push(selectSection('review', sql.join(sources, sql` union all `), oldestFirst));
  }
  if (actor.can('content.create'))
    lists.push(
      selectSection('returned', sql`${returned(actor)} union all ${returnedVideos(actor)}`, latestFirst),
      selectSection('drafts', drafts(actor), latestFirst),
    );
  return lists;
}

export function toWork(rows: readonly HomeRow[]): WorkResponse {
  const toList = (section: HomeRow['section']) => {
    const own = rows.filter((row) => row.section === section);
    return { items: own.flatMap(toWorkItem), total: own[0]?.section_count ?? 0 };
  };
  return { review: toList('review'), changes_requested: toList('returned'), drafts: toList('drafts') };
}

const toWorkItem = ({ work, kind, slug, ...row }: HomeRow): WorkItemResponse[] =>
  work
    ? [
        {
          type: kind,
          id: row.id,
          title: row.title,
          url: itemPath({ kind, slug }),
          status: row.status,
          visibility: row.visibility,
          is_edit: work.isEdit,
          user_name: work.user,
          note: plainExcerpt(work.note),
          changed_at: new Date(work.at).toISOString(),
        },
      ]
    : [];
