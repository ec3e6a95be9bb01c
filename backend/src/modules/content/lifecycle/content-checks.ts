import { Injectable } from '@nestjs/common';
import { counterCheck } from '../../../platform/database/counters.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { UsersFacade } from '../../auth/index.js';
import { reputationReactions } from '../engagement/reactions/reaction-types.js';
import { TOTAL_VIEWS } from '../engagement/views/views.js';

const counted = 'select category_id, kind, status, audience, count(*)::int as n from content_items group by 1, 2, 3, 4';
const tagged =
  'select lower(t.tag) as tag, i.audience, min(t.tag) as name, count(*)::int as n from content_items i cross join lateral unnest(i.tags) t (tag) group by 1, 2';
const reactions = ['like', 'helpful', 'bookmark', 'confused'];
const reacted = `select i.id, ${reactions.map((type) => `count(*) filter (where r.type = '${type.toUpperCase()}')::int as ${type}_count`).join(', ')}
  from content_items i left join reactions r on r.item_id = i.id group by i.id`;
const differently = `(${reactions.map((type) => `i.${type}_count`).join(', ')}) <> (${reactions.map((type) => `c.${type}_count`).join(', ')})`;
/** Whether they may be found by the right people is as good as a counter: it too says again what the items say. */
const misplaced = `select i.id, 'not in the index' as what from content_items i where i.kind = 'document' and not exists (select 1 from search_entries e where e.type = i.kind and e.id = i.id and e.part = 0)
  union all select e.id, 'in the index with another audience, author, category or difficulty' from search_entries e join content_items i on i.id = e.id and i.kind = e.type
    where e.part = 0 and ((e.audience, e.author_id, e.difficulty) <> (i.audience, i.author_id, i.difficulty) or e.category_id is distinct from i.category_id)
  union all select e.id, 'in the index only' from search_entries e where e.part = 0 and e.type in ('document', 'video') and not exists (select 1 from content_items i where i.id = e.id and i.kind = e.type)`;

/** What content stores twice, held against its items by the reconcile command. */
@Injectable()
export class ContentChecks {
  constructor(reconciliation: Reconciliation, users: UsersFacade) {
    reconciliation.add({
      name: 'documents and videos per category, status and audience',
      differences: `select coalesce(c.category_id, r.category_id) as category_id, coalesce(c.kind, r.kind) as kind, coalesce(c.status, r.status) as status, coalesce(c.audience, r.audience) as audience, coalesce(c.n, 0) as stored, coalesce(r.n, 0) as real
        from content_counts c full join (${counted}) r on r.category_id is not distinct from c.category_id and (r.kind, r.status, r.audience) = (c.kind, c.status, c.audience)
        where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
      tables: ['content_items', 'content_counts'],
      repair: [
        'delete from content_counts',
        `insert into content_counts (category_id, kind, status, audience, n) ${counted}`,
      ],
    });
    reconciliation.add({
      name: 'uses of tags per audience',
      differences: `select coalesce(t.tag, r.tag) as tag, coalesce(t.audience, r.audience) as audience, coalesce(t.n, 0) as stored, coalesce(r.n, 0) as real
        from content_tags t full join (${tagged}) r on (r.tag, r.audience) = (t.tag, t.audience) where coalesce(t.n, 0) <> coalesce(r.n, 0)`,
      tables: ['content_items', 'content_tags'],
      repair: ['delete from content_tags', `insert into content_tags (tag, audience, name, n) ${tagged}`],
    });
    reconciliation.add({
      name: 'documents in the search index',
      differences: misplaced,
      tables: ['content_items', 'search_entries'],
      // What is missing then is made anew from the texts by the rebuild, which the command runs after this.
      repair: [`delete from search_entries e where e.id in (select m.id from (${misplaced}) m)`],
    });
    reconciliation.add({
      name: 'reactions of documents and videos',
      differences: `select i.id, ${reactions.map((type) => `i.${type}_count as stored_${type}, c.${type}_count as real_${type}`).join(', ')} from content_items i join (${reacted}) c on c.id = i.id where ${differently}`,
      tables: ['content_items', 'reactions'],
      repair: [
        `update content_items i set ${reactions.map((type) => `${type}_count = c.${type}_count`).join(', ')} from (${reacted}) c where c.id = i.id and ${differently}`,
      ],
    });
    users.addReputationSource({
      sql: `select i.author_id as user_id, count(*) as n from reactions r join content_items i on i.id = r.item_id where r.type in (${reputationReactions.map((type) => `'${type}'`).join()}) and r.user_id <> i.author_id group by i.author_id`,
      tables: ['content_items', 'reactions'],
    });
    reconciliation.add(
      counterCheck(
        'views of all documents and videos',
        TOTAL_VIEWS,
        'select coalesce(sum(view_count), 0) as n from content_items',
        ['content_items'],
      ),
    );
  }
}
