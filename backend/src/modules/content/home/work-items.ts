import type { Actor } from '../../../platform/access/actor.js';
import { isReturnedEdit } from '../documents/revisions/revision.js';
import { visibleTo } from '../items/audience.js';
import { contentKinds } from '../items/enums.js';
import { canReview } from '../items/item.policy.js';
import { itemSummaryColumns, itemSummaryJoins } from '../items/item-summary.mapper.js';
import { itemPath } from '../items/items.queries.js';
import { plainExcerpt } from '../markdown/plain-excerpt.js';
import type { HomeRow } from './home-row.js';
import type { WorkItemResponse, WorkResponse } from './work-items.dto.js';

const SHOWN = 4;
const COUNT_CAP = 100;

/**
 * SQL for the rows of one list.
 * @param source SQL for rows (item_id, is_edit, user_id, note, at), at most {@link COUNT_CAP}
 */
const branch = (section: string, source: string, order: string): string => `(
  select '${section}' as section, i.kind, ${itemSummaryColumns},
         null::uuid as bookmark_id, null::timestamptz as bookmarked_at, w.n as section_count,
         jsonb_build_object('isEdit', w.is_edit, 'user', u.name, 'note', w.note, 'at', w.at) as work
  from (select s.*, count(*) over ()::int as n from (${source}) s) w
  join content_items i on i.id = w.item_id
  join people u on u.id = w.user_id
  ${itemSummaryJoins}
  order by ${order} limit ${SHOWN}
)`;

/** Items of other users that the actor can decide on; $1 are the actor's audiences, of which a visibility is one. */
const canDecide = `${visibleTo('i', '$1', '$2')} and i.visibility = any($1::text[])`;

/** Per kind, so that the index on the audience gives the order. */
const itemsInReview = contentKinds.map(
  (kind) => `(
    select i.id as item_id, false as is_edit, coalesce(i.submitter_id, i.author_id) as user_id, '' as note,
           coalesce(i.updated_at, i.created_at) as at
    from content_items i
    where i.kind = '${kind}' and i.audience = 'REVIEW' and i.author_id <> $2::uuid and ${canDecide}
    order by i.id limit ${COUNT_CAP}
  )`,
);

const editsInReview = `(
    select r.item_id, true as is_edit, r.author_id as user_id, r.note, r.created_at as at
    from document_revisions r
    join content_items i on i.id = r.item_id
    where r.state = 'pending' and r.author_id <> $2::uuid and i.audience <> 'REVIEW' and ${canDecide}
    order by r.id limit ${COUNT_CAP}
  )`;

/** The latest review note of each of the actor's returned drafts and edits. */
const returned = `
    select distinct on (r.item_id) r.item_id, r.base_version is not null as is_edit, r.author_id as user_id,
           coalesce(r.review_note, '') as note, r.created_at as at
    from document_revisions r
    join content_items i on i.id = r.item_id
    where r.author_id = $2::uuid and r.state = 'rejected'
      and (
        i.status = 'DRAFT' and i.author_id = $2::uuid and r.base_version is null
        or i.status = 'PUBLISHED' and ${isReturnedEdit('$2')}
      )
    order by r.item_id, r.id desc limit ${COUNT_CAP}`;

/** The actor's videos that a reviewer returned. */
const returnedVideos = `
    select v.item_id, false as is_edit, i.author_id as user_id, v.review_note as note, v.reviewed_at as at
    from content_items i
    join videos v on v.item_id = i.id
    where i.author_id = $2::uuid and i.audience = 'RESTRICTED' and i.status = 'ERROR' and v.review_note is not null
      and v.reviewer_id is distinct from i.author_id
    order by v.reviewed_at desc limit ${COUNT_CAP}`;

const drafts = `
    select i.id as item_id, false as is_edit, i.author_id as user_id, '' as note,
           coalesce(i.updated_at, i.created_at) as at
    from content_items i
    where i.author_id = $2::uuid and i.audience = 'RESTRICTED' and i.status = 'DRAFT'
      and not exists (
        select 1 from document_revisions r
        where r.item_id = i.id and r.state = 'rejected' and r.base_version is null
      )
    order by 5 desc limit ${COUNT_CAP}`;

/** The branches of the home statement for the actor's own work and for what awaits their review. */
export const workBranches = (actor: Actor): string[] => [
  ...(canReview(actor) ? [branch('review', [...itemsInReview, editsInReview].join(' union all '), 'w.at, i.id')] : []),
  ...(actor.can('content.create')
    ? [
        branch('returned', `(${returned}) union all (${returnedVideos})`, 'w.at desc, i.id desc'),
        branch('drafts', drafts, 'w.at desc, i.id desc'),
      ]
    : []),
];

export function toWork(rows: readonly HomeRow[]): WorkResponse {
  const listOf = (section: HomeRow['section']) => {
    const own = rows.filter((row) => row.section === section);
    return { items: own.flatMap(toWorkItem), total: own[0]?.section_count ?? 0 };
  };
  return { review: listOf('review'), changes_requested: listOf('returned'), drafts: listOf('drafts') };
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
