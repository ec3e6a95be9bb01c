import { Injectable } from '@nestjs/common';
import { type Check, Reconciliation } from '../../../platform/database/reconciliation.js';
import { counterCheck } from '../../../platform/database/counters.js';
import { UsersFacade } from '../../auth/index.js';
import { reputationReactions } from './item.js';
import { TOTAL_VIEWS } from '../views/view-counter.js';
import { audienceSql, contentKinds } from '../audience/audience.js';

/** The details of videos as content_items.details stores them; drafts also have the status of their file. */
const details = `jsonb_build_object(
  'duration_sec', v.duration_sec, 'source_type', v.source_type, 'chapter_count', jsonb_array_length(v.chapters))`;

const detailsCheck: Check = {
  name: 'details of videos in lists',
  differences: `
    select i.id, i.details as stored, ${details} as real
    from content_items i join videos v on v.item_id = i.id
    where i.details - 'file_status' <> ${details}`,
  tables: ['content_items', 'videos'],
  repair: [
    `update content_items i set details = i.details || ${details}
     from videos v
     where v.item_id = i.id and i.details - 'file_status' <> ${details}`,
  ],
};

const inSql = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** What counters, tags and the search index contain. */
const isListedSql = 'i.deleted_at is null and not i.is_template';

const itemCounts = `
  select i.category_id, i.kind, i.status, ${audienceSql('i')} as audience, count(*)::int as n
  from content_items i
  where ${isListedSql}
  group by 1, 2, 3, 4`;

const countsCheck: Check = {
  name: 'documents and videos per category, status and audience',
  differences: `
    select coalesce(c.category_id, r.category_id) as category_id, coalesce(c.kind, r.kind) as kind,
           coalesce(c.status, r.status) as status, coalesce(c.audience, r.audience) as audience,
           coalesce(c.n, 0) as stored, coalesce(r.n, 0) as real
    from content_counts c
    full join (${itemCounts}) r on r.category_id is not distinct from c.category_id
      and (r.kind, r.status, r.audience) = (c.kind, c.status, c.audience)
    where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  tables: ['content_items', 'content_counts'],
  repair: [
    'delete from content_counts',
    `insert into content_counts (category_id, kind, status, audience, n) ${itemCounts}`,
  ],
};

const tagCounts = `
  select lower(t.tag) as tag, ${audienceSql('i')} as audience, min(t.tag) as name, count(*)::int as n
  from content_items i cross join lateral unnest(i.tags) t (tag)
  where ${isListedSql}
  group by 1, 2`;

const tagsCheck: Check = {
  name: 'uses of tags per audience',
  differences: `
    select coalesce(t.tag, r.tag) as tag, coalesce(t.audience, r.audience) as audience,
           coalesce(t.n, 0) as stored, coalesce(r.n, 0) as real
    from content_tags t full join (${tagCounts}) r on (r.tag, r.audience) = (t.tag, t.audience)
    where coalesce(t.n, 0) <> coalesce(r.n, 0)`,
  tables: ['content_items', 'content_tags'],
  repair: ['delete from content_tags', `insert into content_tags (tag, audience, name, n) ${tagCounts}`],
};

const indexDifferences = `
  select i.id, 'not in the index' as what
  from content_items i
  where ${isListedSql}
    and not exists (select 1 from search_entries e where e.type = i.kind and e.id = i.id and e.part = 0)
  union all
  select e.id, 'in the index with another audience, author, category or difficulty'
  from search_entries e join content_items i on i.id = e.id and i.kind = e.type
  where e.part = 0
    and ((e.audience, e.author_id, e.difficulty) <> (${audienceSql('i')}, i.author_id, i.difficulty)
      or e.category_id is distinct from i.category_id)
  union all
  select e.id, 'in the index only'
  from search_entries e
  where e.part = 0 and e.type in (${inSql(contentKinds)})
    and not exists (
      select 1 from content_items i where i.id = e.id and i.kind = e.type and ${isListedSql}
    )`;

const indexCheck: Check = {
  name: 'documents and videos in the search index',
  differences: indexDifferences,
  tables: ['content_items', 'search_entries'],
  // The reconcile command indexes missing items after the repair.
  repair: [`delete from search_entries e where e.id in (select m.id from (${indexDifferences}) m)`],
};

const reactions = ['like', 'helpful', 'bookmark', 'confused'];
const eachReaction = (sql: (type: string) => string): string => reactions.map(sql).join(', ');

const reactionCounts = `
  select i.id,
         ${eachReaction((type) => `count(*) filter (where r.type = '${type.toUpperCase()}')::int as ${type}_count`)}
  from content_items i left join reactions r on r.item_id = i.id
  group by i.id`;
const areDifferent = `
  (${eachReaction((type) => `i.${type}_count`)}) <> (${eachReaction((type) => `c.${type}_count`)})`;

const reactionsCheck: Check = {
  name: 'reactions of documents and videos',
  differences: `
    select i.id, ${eachReaction((type) => `i.${type}_count as stored_${type}, c.${type}_count as real_${type}`)}
    from content_items i join (${reactionCounts}) c on c.id = i.id
    where ${areDifferent}`,
  tables: ['content_items', 'reactions'],
  repair: [
    `update content_items i set ${eachReaction((type) => `${type}_count = c.${type}_count`)}
     from (${reactionCounts}) c
     where c.id = i.id and ${areDifferent}`,
  ],
};

/** SQL: items whose chain of parents ends at the root level. Others are in a cycle. */
const reachable = `
  with recursive reachable as (
    select r.item_id from content_positions r where r.parent_id is null
    union
    select p.item_id from reachable above join content_positions p on p.parent_id = above.item_id
  ) select item_id from reachable`;

const isMisplaced = `
  (p.parent_id is not null and (
    not exists (
      select 1 from content_positions above where above.item_id = p.parent_id and above.category_id = p.category_id
    )
    or p.item_id not in (${reachable})))`;

const positionsCheck: Check = {
  name: 'positions of documents and videos in their categories',
  differences: `
    select i.id, i.category_id as real, p.category_id as stored
    from content_items i left join content_positions p on p.item_id = i.id
    where i.category_id is distinct from p.category_id or ${isMisplaced}`,
  tables: ['content_items', 'content_positions'],
  repair: [
    `delete from content_positions p using content_items i
     where i.id = p.item_id and i.category_id is distinct from p.category_id`,
    `insert into content_positions (item_id, category_id, rank)
     select i.id, i.category_id, 'a0' || replace(i.id::text, '-', '') || 'V'
     from content_items i
     where i.category_id is not null and not exists (select 1 from content_positions p where p.item_id = i.id)`,
    `update content_positions p set parent_id = null where ${isMisplaced}`,
  ],
};

const viewsCheck = counterCheck(
  'views of all documents and videos',
  TOTAL_VIEWS,
  `select coalesce(sum(view_count), 0) as n from content_items where deleted_at is null`,
  ['content_items'],
);

/** Registers the checks of what content stores twice, for the reconcile command. */
@Injectable()
export class ContentChecks {
  constructor(reconciliation: Reconciliation, users: UsersFacade) {
    for (const check of [countsCheck, tagsCheck, indexCheck, reactionsCheck, viewsCheck, detailsCheck, positionsCheck])
      reconciliation.add(check);
    users.addReputationSource({
      sql: `
        select i.author_id as user_id, count(*) as n
        from reactions r join content_items i on i.id = r.item_id
        where r.type in (${inSql(reputationReactions)}) and r.user_id <> i.author_id and i.hidden_at is null
          and i.deleted_at is null
        group by i.author_id`,
      tables: ['content_items', 'reactions'],
    });
  }
}
