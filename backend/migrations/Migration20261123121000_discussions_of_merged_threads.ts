import { Migration } from '@mikro-orm/migrations';

/** A thread that others were merged into can be about several documents and videos; the first is its own. */
export class Migration20261123121000_discussions_of_merged_threads extends Migration {
  override name = 'Migration20261123121000_discussions_of_merged_threads';

  override up(): void {
    // The primary key keeps one discussion per thread and item.
    this.addSql(`
      drop index content_threads_discussion;
      alter table content_threads add column position int not null default 0 check (position >= 0);
    `);
  }

  override down(): void {
    this.addSql(`
      delete from content_threads ct using content_threads o
      where ct.kind = 'DISCUSSION' and o.kind = 'DISCUSSION' and o.thread_id = ct.thread_id
        and (o.position, o.item_id) < (ct.position, ct.item_id);
      alter table content_threads drop column position;
      create unique index content_threads_discussion on content_threads (thread_id) where kind = 'DISCUSSION';
    `);
  }
}
