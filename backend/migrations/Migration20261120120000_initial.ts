import { Migration } from '@mikro-orm/migrations';

/** Platform, roles, accounts and documents. */
export class Migration20261120120000_initial extends Migration {
  override name = 'Migration20261120120000_initial';

  override up(): void {
    this.extensions();
    this.platform();
    this.roles();
    this.accounts();
    this.files();
    this.content();
  }

  override down(): void {
    this.addSql(`
      drop view people;
      drop table documents, content_counts, content_items, content_categories, file_uses, files, idempotency_keys, sessions, user_stats,
        users, roles, audit_log, settings, rate_limits;
    `);
  }

  private extensions(): void {
    this.addSql(`create extension if not exists citext`);
    this.addSql(`create extension if not exists pg_trgm`);
    this.addSql(`create extension if not exists unaccent`);
  }

  private platform(): void {
    this.addSql(`
      create table settings (key text primary key, value jsonb not null, updated_at timestamptz not null);

      create unlogged table rate_limits (key text primary key, window_start timestamptz not null, hits int not null, expires_at timestamptz not null);
      create index rate_limits_expires_at on rate_limits (expires_at);

      -- No foreign keys: the log outlives what it tells of.
      create table audit_log (
        id uuid primary key, actor_id uuid null, actor_name text not null, action text not null,
        subject_type text not null, subject_id text not null, before jsonb null, after jsonb null, created_at timestamptz not null
      );
      create index audit_log_subject on audit_log (subject_type, subject_id, id desc);
      create index audit_log_actor on audit_log (actor_id, id desc);
    `);
  }

  private roles(): void {
    this.addSql(`
      create table roles (
        name text primary key, id uuid not null constraint roles_id_unique unique, display_name text not null, description text not null, color text not null,
        priority int not null check (priority between 0 and 100), is_system boolean not null, permissions text[] not null,
        badge_visible boolean not null, style jsonb not null, created_at timestamptz not null
      );
    `);
    this.addSql(`
      insert into roles (name, id, display_name, description, color, priority, is_system, badge_visible, permissions, style, created_at) values
        ('ADMIN', '01900000-0000-7000-8000-000000000001', 'Administrator', 'Full access', '#DC2626', 100, true, true, '{content.create,content.edit_any,content.publish,content.delete_any,content.view_internal,content.set_internal,categories.manage,comments.create,reactions.create,forum.post,forum.moderate,forum.manage_categories,admin.dashboard,analytics.view,admin.content,moderation.handle,users.manage,roles.manage,permissions.manage,system.manage}', '{}', now()),
        ('EDITOR', '01900000-0000-7000-8000-000000000002', 'Editor', 'Content management and forum moderation', '#7C3AED', 80, true, true, '{comments.create,reactions.create,forum.post,content.create,content.view_internal,content.publish,content.edit_any,content.delete_any,content.set_internal,categories.manage,forum.moderate,admin.dashboard,analytics.view,admin.content,moderation.handle}', '{}', now()),
        ('REVIEWER', '01900000-0000-7000-8000-000000000003', 'Reviewer', 'Content review', '#2563EB', 60, true, false, '{comments.create,reactions.create,forum.post,content.create,content.view_internal,content.publish}', '{}', now()),
        ('CONTRIBUTOR', '01900000-0000-7000-8000-000000000004', 'Contributor', 'Content creation', '#16A34A', 40, true, false, '{comments.create,reactions.create,forum.post,content.create,content.view_internal}', '{}', now()),
        ('VIEWER', '01900000-0000-7000-8000-000000000005', 'Viewer', 'Basic access', '#6B7280', 20, true, false, '{comments.create,reactions.create,forum.post}', '{}', now())
    `);
  }

  private accounts(): void {
    this.addSql(`
      create table users (
        id uuid primary key, email citext not null constraint users_email_unique unique, email_verified_at timestamptz null,
        handle citext not null constraint users_handle_unique unique, name text not null, password_hash text null,
        role text not null constraint users_role_foreign references roles (name) on delete restrict deferrable,
        bio text not null, skills text[] not null, preferences jsonb not null, signature text not null, location text not null, website text not null,
        avatar_file_id uuid null, last_login_at timestamptz null, deactivated_at timestamptz null, erased_at timestamptz null,
        created_at timestamptz not null, updated_at timestamptz not null
      );
      create index users_role on users (role);
      create index users_name_trigrams on users using gin (name gin_trgm_ops);
      create index users_email_trigrams on users using gin ((email::text) gin_trgm_ops);

      create table user_stats (
        user_id uuid primary key constraint user_stats_user_id_foreign references users on delete cascade deferrable,
        post_count int not null default 0, reputation int not null default 0
      );

      create table sessions (
        id uuid primary key, token_hash text not null constraint sessions_token_hash_unique unique,
        user_id uuid not null constraint sessions_user_id_foreign references users on delete cascade deferrable,
        created_at timestamptz not null, expires_at timestamptz not null, authenticated_at timestamptz not null, last_seen_at timestamptz not null,
        user_agent text not null, ip text not null
      );
      create index sessions_user_id_index on sessions (user_id);
      create index sessions_expires_at_index on sessions (expires_at);

      create table idempotency_keys (
        user_id uuid not null constraint idempotency_keys_user_id_foreign references users on delete cascade deferrable,
        key text not null, request_hash text not null, answer jsonb null, expires_at timestamptz not null, primary key (user_id, key)
      );
      create index idempotency_keys_expires_at on idempotency_keys (expires_at);

      -- What any query may know of people.
      create view people as
        select u.id, case when u.erased_at is null then u.name else 'Former member' end as name, u.handle, null::text as avatar_url, u.role,
               u.location, u.created_at as join_date, u.signature, s.post_count
        from users u join user_stats s on s.user_id = u.id;
    `);
  }

  private files(): void {
    this.addSql(`
      create table files (
        id uuid primary key, sha256 text not null, size bigint not null, media_type text not null, name text not null,
        uploader_id uuid null constraint files_uploader_id_foreign references users on delete set null deferrable, created_at timestamptz not null
      );
      create index files_sha256 on files (sha256);
      create index files_uploader_id on files (uploader_id);

      create table file_uses (
        file_id uuid not null constraint file_uses_file_id_foreign references files on delete cascade deferrable,
        subject_type text not null, subject_id uuid not null, primary key (file_id, subject_type, subject_id)
      );
      create index file_uses_subject on file_uses (subject_type, subject_id);

      alter table users add constraint users_avatar_file_id_foreign foreign key (avatar_file_id) references files on delete set null deferrable;
    `);
  }

  private content(): void {
    this.addSql(`
      create table content_categories (
        id uuid primary key, name text not null, description text not null, icon text not null, color text not null,
        parent_category_id uuid null constraint content_categories_parent_foreign references content_categories on delete restrict deferrable,
        order_index int not null check (order_index >= 0), created_at timestamptz not null
      );
      create unique index content_categories_name_unique on content_categories (lower(name), parent_category_id) nulls not distinct;
      create index content_categories_parent on content_categories (parent_category_id);

      create table content_items (
        id uuid primary key,
        kind text not null check (kind in ('document', 'video')),
        slug text not null, title text not null, summary text not null,
        category_id uuid null constraint content_items_category_id_foreign references content_categories on delete restrict deferrable,
        author_id uuid not null constraint content_items_author_id_foreign references users on delete restrict deferrable,
        difficulty text not null check (difficulty in ('BEGINNER', 'INTERMEDIATE', 'ADVANCED')),
        visibility text not null check (visibility in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')),
        status text not null check (status in ('DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED', 'PROCESSING', 'READY', 'ERROR')),
        hidden_at timestamptz null,
        audience text not null generated always as (
          case when hidden_at is null and (status = 'PUBLISHED' or (status = 'READY' and published_at is not null)) then visibility else 'RESTRICTED' end
        ) stored,
        tags text[] not null, meta_title text not null, meta_description text not null,
        thumbnail_file_id uuid null constraint content_items_thumbnail_foreign references files on delete set null deferrable,
        version int not null,
        view_count int not null, like_count int not null, helpful_count int not null, bookmark_count int not null, confused_count int not null,
        created_at timestamptz not null, updated_at timestamptz null, published_at timestamptz null,
        constraint content_items_slug_unique unique (kind, slug)
      );
      create index content_items_newest on content_items (kind, id desc);
      create index content_items_category on content_items (category_id, kind, id desc);
      create index content_items_audience on content_items (kind, audience, id desc);
      create index content_items_author on content_items (author_id, id desc);

      create table content_counts (
        category_id uuid null constraint content_counts_category_id_foreign references content_categories on delete cascade deferrable,
        kind text not null, status text not null, audience text not null, n int not null,
        constraint content_counts_key unique nulls not distinct (category_id, kind, status, audience)
      );

      create table documents (
        item_id uuid primary key constraint documents_item_id_foreign references content_items on delete cascade deferrable,
        content text not null
      );
    `);
  }
}
