import { Migration } from '@mikro-orm/migrations';

/** Posts that were moved to another thread, and threads that were merged into another. */
export class Migration20261123103000_moved_posts extends Migration {
  override name = 'Migration20261123103000_moved_posts';

  override up(): void {
    this.addSql(`
      alter table forum_threads
        add column merged_into_id uuid null
          constraint forum_threads_merged_into_id_foreign references forum_threads on delete set null deferrable,
        add constraint forum_threads_merged_is_deleted check (merged_into_id is null or deleted_at is not null);
      create index forum_threads_merged_into on forum_threads (merged_into_id) where merged_into_id is not null;

      create table forum_moved_posts (
        thread_id uuid not null
          constraint forum_moved_posts_thread_id_foreign references forum_threads on delete cascade deferrable,
        number int not null check (number > 0),
        post_id uuid not null
          constraint forum_moved_posts_post_id_foreign references forum_posts on delete cascade deferrable,
        primary key (thread_id, number)
      );
      create index forum_moved_posts_post on forum_moved_posts (post_id);
    `);
  }

  override down(): void {
    this.addSql(`
      drop table forum_moved_posts;
      alter table forum_threads drop constraint forum_threads_merged_is_deleted, drop column merged_into_id;
    `);
  }
}
