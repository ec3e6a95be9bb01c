import { Migration } from '@mikro-orm/migrations';

/** A profile lists what its user wrote by the date that it shows. */
export class Migration20261122223000_activity_by_date extends Migration {
  override name = 'Migration20261122223000_activity_by_date';

  override up(): void {
    this.addSql(`
      create index content_items_author_created on content_items (author_id, created_at desc, id desc);
      create index comments_author_created on comments (author_id, created_at desc, id desc);
      drop index comments_author;
    `);
  }

  override down(): void {
    this.addSql(`
      create index comments_author on comments (author_id, id desc);
      drop index content_items_author_created, comments_author_created;
    `);
  }
}
