import { Migration } from '@mikro-orm/migrations';

/** Revisions, redirects of old slugs, pictures, views and tags of documents. */
export class Migration20261121010000_documents_whole extends Migration {
  override name = 'Migration20261121010000_documents_whole';

  override up(): void {
    this.addSql(`alter table content_items add thumbnail jsonb null`);
    this.addSql(`
      create table document_revisions (
        id uuid primary key,
        item_id uuid not null constraint document_revisions_item_id_foreign references content_items on delete cascade deferrable,
        version int null,
        snapshot jsonb not null,
        author_id uuid not null constraint document_revisions_author_id_foreign references users on delete restrict deferrable,
        note text not null,
        state text not null check (state in ('live', 'pending', 'rejected')),
        base_version int null,
        created_at timestamptz not null,
        constraint document_revisions_version_unique unique (item_id, version)
      );
      create unique index document_revisions_one_pending on document_revisions (item_id) where state = 'pending';
      create index document_revisions_newest on document_revisions (item_id, id desc);
      create index document_revisions_author on document_revisions (author_id);

      -- Documents from before have their text of today as their first known revision.
      insert into document_revisions (id, item_id, version, snapshot, author_id, note, state, base_version, created_at)
        select i.id, i.id, i.version,
               jsonb_build_object('title', i.title, 'slug', i.slug, 'summary', i.summary, 'content', d.content, 'category_id', i.category_id,
                 'difficulty', i.difficulty, 'visibility', i.visibility, 'tags', to_jsonb(i.tags), 'meta_title', i.meta_title, 'meta_description', i.meta_description),
               i.author_id, '', 'live', null, coalesce(i.updated_at, i.created_at)
        from content_items i join documents d on d.item_id = i.id;
    `);
    this.addSql(`
      -- An old slug still leads to its item.
      create table slug_redirects (
        kind text not null, slug text not null,
        item_id uuid not null constraint slug_redirects_item_id_foreign references content_items on delete cascade deferrable,
        primary key (kind, slug)
      );
      create index slug_redirects_item on slug_redirects (item_id);

      -- One row for each viewer, item and day; a view counts when its row is new.
      create table view_days (
        item_id uuid not null constraint view_days_item_id_foreign references content_items on delete cascade deferrable,
        viewer_key text not null, day date not null, primary key (item_id, viewer_key, day)
      );
      create index view_days_day on view_days (day);

      -- How often a tag (lower case; name as somebody wrote it) is used per audience, so that suggestions tell nobody of what they may not see.
      create table content_tags (tag text not null, audience text not null, name text not null, n int not null, primary key (tag, audience));
      insert into content_tags (tag, audience, name, n)
        select lower(t.tag), i.audience, min(t.tag), count(*) from content_items i cross join lateral unnest(i.tags) t (tag) group by 1, 2;
      create index content_tags_prefix on content_tags (tag text_pattern_ops);

      -- Tags are found whatever their case; lower() of an array needs a function to be indexed.
      create function lower_each(text[]) returns text[] language sql immutable parallel safe strict
        return (select coalesce(array_agg(lower(t.item)), '{}') from unnest($1) as t (item));
      create index content_items_tags on content_items using gin (lower_each(tags));

      create index content_items_by_views on content_items (kind, view_count desc, id desc);
      create index content_items_by_likes on content_items (kind, like_count desc, id desc);
      create index content_items_by_change on content_items (kind, (coalesce(updated_at, created_at)) desc, id desc);
    `);
  }

  override down(): void {
    this.addSql(`
      drop table document_revisions, slug_redirects, view_days, content_tags;
      drop index content_items_tags, content_items_by_views, content_items_by_likes, content_items_by_change;
      drop function lower_each;
      alter table content_items drop column thumbnail;
    `);
  }
}
