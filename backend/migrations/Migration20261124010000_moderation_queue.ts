import { Migration } from '@mikro-orm/migrations';

/** The moderation queue lists the oldest first; moderators take its items, and find what is hidden. */
export class Migration20261124010000_moderation_queue extends Migration {
  override name = 'Migration20261124010000_moderation_queue';

  override up(): void {
    // Instances of the version before submit items without the time; the index falls back to the last change.
    this.addSql(`
      alter table content_items add submitted_at timestamptz null;
      create index content_items_in_review on content_items (kind, (coalesce(submitted_at, updated_at, created_at)), id)
        where audience = 'REVIEW';
      create index document_revisions_pending on document_revisions (created_at, item_id) where state = 'pending';

      create index reports_oldest on reports (subject_type, created_at, subject_id) where state = 'OPEN';
      create index reports_by_state on reports (state, id desc);

      create index content_items_hidden on content_items (kind, hidden_at desc, id desc) where hidden_at is not null;
      create index comments_hidden on comments (hidden_at desc, id desc) where hidden_at is not null;
      create index forum_threads_hidden on forum_threads (hidden_at desc, id desc) where hidden_at is not null;
      create index forum_posts_hidden on forum_posts (hidden_at desc, id desc) where hidden_at is not null;

      create table moderation_assignments (
        subject_type text not null check (subject_type in ('document', 'video', 'comment', 'thread', 'post')),
        subject_id uuid not null,
        user_id uuid not null
          constraint moderation_assignments_user_id_foreign references users on delete cascade deferrable,
        assigned_at timestamptz not null,
        primary key (subject_type, subject_id)
      );
      create index moderation_assignments_user on moderation_assignments (user_id);
      create index moderation_assignments_oldest on moderation_assignments (assigned_at);
    `);
  }

  override down(): void {
    this.addSql(`
      drop table moderation_assignments;
      drop index reports_oldest, reports_by_state, content_items_hidden, comments_hidden, forum_threads_hidden,
        forum_posts_hidden, document_revisions_pending;
      alter table content_items drop column submitted_at;
    `);
  }
}
