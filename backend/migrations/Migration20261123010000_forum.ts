import { Migration } from '@mikro-orm/migrations';

/** The forum: categories, threads, posts with their edits and reactions, and what users have read. */
export class Migration20261123010000_forum extends Migration {
  override name = 'Migration20261123010000_forum';

  override up(): void {
    this.addSql(`
      create table forum_categories (
        id uuid primary key,
        name text not null,
        description text not null,
        icon text not null,
        color text not null,
        parent_category_id uuid null
          constraint forum_categories_parent_category_id_foreign references forum_categories on delete restrict deferrable,
        order_index int not null check (order_index >= 0),
        thread_count int not null default 0 check (thread_count >= 0),
        post_count int not null default 0 check (post_count >= 0),
        last_post_at timestamptz null,
        created_at timestamptz not null
      );
      create unique index forum_categories_name on forum_categories
        (coalesce(parent_category_id, '00000000-0000-0000-0000-000000000000'), lower(name));
      create index forum_categories_parent on forum_categories (parent_category_id);

      create table forum_threads (
        id uuid primary key,
        category_id uuid not null
          constraint forum_threads_category_id_foreign references forum_categories on delete restrict deferrable,
        author_id uuid not null
          constraint forum_threads_author_id_foreign references users on delete restrict deferrable,
        title text not null,
        tags text[] not null default '{}',
        is_pinned boolean not null default false,
        is_locked boolean not null default false,
        is_solved boolean not null default false,
        solution_post_id uuid null,
        last_number int not null default 0 check (last_number >= 0),
        post_count int not null default 0 check (post_count >= 0),
        view_count int not null default 0 check (view_count >= 0),
        created_at timestamptz not null,
        edited_at timestamptz null,
        last_post_at timestamptz not null,
        last_post_author_id uuid not null
          constraint forum_threads_last_post_author_id_foreign references users on delete restrict deferrable,
        deleted_at timestamptz null,
        hidden_at timestamptz null
      );
      create index forum_threads_active on forum_threads (category_id, is_pinned desc, last_post_at desc, id desc)
        where deleted_at is null and hidden_at is null;
      create index forum_threads_newest on forum_threads (category_id, is_pinned desc, id desc) where deleted_at is null and hidden_at is null;
      create index forum_threads_views on forum_threads (category_id, is_pinned desc, view_count desc, id desc)
        where deleted_at is null and hidden_at is null;
      create index forum_threads_replies on forum_threads (category_id, is_pinned desc, post_count desc, id desc)
        where deleted_at is null and hidden_at is null;
      create index forum_threads_last_post on forum_threads (category_id, last_post_at desc)
        where deleted_at is null and hidden_at is null;
      create index forum_threads_tags on forum_threads using gin (tags) where deleted_at is null and hidden_at is null;
      create index forum_threads_author on forum_threads (author_id, id desc);
      create index forum_threads_last_post_author on forum_threads (last_post_author_id);

      create table forum_posts (
        id uuid primary key,
        thread_id uuid not null
          constraint forum_posts_thread_id_foreign references forum_threads on delete cascade deferrable,
        number int not null check (number > 0),
        author_id uuid not null
          constraint forum_posts_author_id_foreign references users on delete restrict deferrable,
        content text not null,
        mentioned uuid[] not null default '{}',
        reply_to_id uuid null
          constraint forum_posts_reply_to_id_foreign references forum_posts on delete set null deferrable,
        like_count int not null default 0 check (like_count >= 0),
        helpful_count int not null default 0 check (helpful_count >= 0),
        created_at timestamptz not null,
        edited_at timestamptz null,
        edited_by_moderator boolean not null default false,
        deleted_at timestamptz null,
        hidden_at timestamptz null,
        constraint forum_posts_number_unique unique (thread_id, number)
      );
      create index forum_posts_author on forum_posts (author_id, id desc);
      create index forum_posts_reply_to on forum_posts (reply_to_id) where reply_to_id is not null;

      alter table forum_threads add constraint forum_threads_solution_post_id_foreign
        foreign key (solution_post_id) references forum_posts on delete set null deferrable;
      create index forum_threads_solution on forum_threads (solution_post_id) where solution_post_id is not null;

      create table post_edits (
        id uuid primary key,
        post_id uuid not null constraint post_edits_post_id_foreign references forum_posts on delete cascade deferrable,
        editor_id uuid not null constraint post_edits_editor_id_foreign references users on delete restrict deferrable,
        content text not null,
        created_at timestamptz not null
      );
      create index post_edits_post on post_edits (post_id, id desc);
      create index post_edits_editor on post_edits (editor_id);

      create table post_reactions (
        post_id uuid not null
          constraint post_reactions_post_id_foreign references forum_posts on delete cascade deferrable,
        user_id uuid not null constraint post_reactions_user_id_foreign references users on delete cascade deferrable,
        type text not null check (type in ('LIKE', 'HELPFUL')),
        created_at timestamptz not null,
        primary key (post_id, user_id, type)
      );
      create index post_reactions_user on post_reactions (user_id);

      create table thread_reads (
        user_id uuid not null constraint thread_reads_user_id_foreign references users on delete cascade deferrable,
        thread_id uuid not null
          constraint thread_reads_thread_id_foreign references forum_threads on delete cascade deferrable,
        last_number int not null default 0 check (last_number >= 0),
        is_watched boolean not null default false,
        primary key (user_id, thread_id)
      );
      create index thread_reads_watchers on thread_reads (thread_id) where is_watched;
    `);
  }

  override down(): void {
    this.addSql(`
      alter table forum_threads drop constraint forum_threads_solution_post_id_foreign;
      drop table thread_reads, post_reactions, post_edits, forum_posts, forum_threads, forum_categories;
    `);
  }
}
