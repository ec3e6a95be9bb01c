import { Migration } from '@mikro-orm/migrations';

export class Migration20261126205655_forum_overview extends Migration {

  override name = 'Migration20261126205655_forum_overview';

  override up(): void | Promise<void> {
    this.addSql(`create index forum_threads_latest on forum_threads (last_post_at desc, id desc)
        where deleted_at is null and hidden_at is null;`);
    this.addSql(`create index forum_threads_latest_unanswered on forum_threads (last_post_at desc, id desc)
        where post_count = 1 and not is_locked and deleted_at is null and hidden_at is null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "forum_threads_latest";`);
    this.addSql(`drop index "forum_threads_latest_unanswered";`);
  }

}
