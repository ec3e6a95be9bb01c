import type { TestApp } from './test-app.js';

interface DerivedRow {
  what: string;
  key: string;
  value: string;
}

/** Rows of everything that is derived from items, except for times. */
export const listDerivedRows = (hub: TestApp): Promise<DerivedRow[]> =>
  hub.database.query<DerivedRow>(`
    select 'count' as what, coalesce(c.category_id::text, '') || c.kind || c.status || c.audience as key,
           c.n::text as value
    from content_counts c where c.n <> 0
    union all select 'tag', t.tag || t.audience, t.n::text from content_tags t
    union all
    select 'forum', f.id::text, f.thread_count || ' ' || f.post_count || ' ' || coalesce(f.last_post_at::text, '')
    from forum_categories f
    union all select 'thread', t.id::text, t.post_count || ' ' || t.last_post_at || ' ' || t.last_post_author_id
    from forum_threads t
    union all select 'search', e.type || e.id || e.part, e.audience || e.title from search_entries e
    union all select 'user', s.user_id::text, s.post_count || ' ' || s.reputation from user_stats s
    order by 1, 2`);
