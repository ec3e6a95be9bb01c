import { Migration } from '@mikro-orm/migrations';

/** Threads about documents and videos, and documents that were made of posts. */
export class Migration20261123110000_content_threads extends Migration {
  override name = 'Migration20261123110000_content_threads';

  override up(): void {
    this.addSql(`
      create table content_threads (
        item_id uuid not null
          constraint content_threads_item_id_foreign references content_items on delete cascade deferrable,
        thread_id uuid not null
          constraint content_threads_thread_id_foreign references forum_threads on delete cascade deferrable,
        kind text not null check (kind in ('DISCUSSION', 'SOURCE')),
        post_id uuid null
          constraint content_threads_post_id_foreign references forum_posts on delete cascade deferrable,
        second int null check (second >= 0),
        primary key (item_id, thread_id, kind),
        constraint content_threads_post_of_source check ((kind = 'SOURCE') = (post_id is not null)),
        constraint content_threads_second_of_discussion check (second is null or kind = 'DISCUSSION')
      );
      create unique index content_threads_discussion on content_threads (thread_id) where kind = 'DISCUSSION';
      create index content_threads_thread on content_threads (thread_id);
      create index content_threads_post on content_threads (post_id) where post_id is not null;
    `);
  }

  override down(): void {
    this.addSql('drop table content_threads');
  }
}
