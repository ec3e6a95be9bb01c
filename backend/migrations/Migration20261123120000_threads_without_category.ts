import { Migration } from '@mikro-orm/migrations';

/** Deleted and merged threads keep no category from being deleted. */
export class Migration20261123120000_threads_without_category extends Migration {
  override name = 'Migration20261123120000_threads_without_category';

  override up(): void {
    this.addSql(`
      alter table forum_threads
        alter column category_id drop not null,
        add constraint forum_threads_category_unless_deleted check (category_id is not null or deleted_at is not null);
    `);
  }

  override down(): void {
    // Threads that no user can see.
    this.addSql(`
      delete from forum_threads where category_id is null;
      alter table forum_threads
        drop constraint forum_threads_category_unless_deleted,
        alter column category_id set not null;
    `);
  }
}
