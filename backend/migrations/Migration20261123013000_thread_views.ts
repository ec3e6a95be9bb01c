import { Migration } from '@mikro-orm/migrations';

/** Views of threads: one per viewer and day. */
export class Migration20261123013000_thread_views extends Migration {
  override name = 'Migration20261123013000_thread_views';

  override up(): void {
    this.addSql(`
      create table thread_view_days (
        thread_id uuid not null
          constraint thread_view_days_thread_id_foreign references forum_threads on delete cascade deferrable,
        viewer_key text not null,
        day date not null,
        primary key (thread_id, viewer_key, day)
      );
      create index thread_view_days_day on thread_view_days (day);
    `);
  }

  override down(): void {
    this.addSql('drop table thread_view_days');
  }
}
