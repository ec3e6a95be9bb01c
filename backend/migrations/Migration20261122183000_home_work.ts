import { Migration } from '@mikro-orm/migrations';

/** What the home page lists of an author's returned texts, and the notifications that a decision closes. */
export class Migration20261122183000_home_work extends Migration {
  override name = 'Migration20261122183000_home_work';

  override up(): void {
    this.addSql(`
      create index document_revisions_returned on document_revisions (author_id, item_id, id desc)
        where state = 'rejected';
      create index notifications_unread_subject on notifications (subject_id)
        where read_at is null and subject_id is not null;
    `);
  }

  override down(): void {
    this.addSql(`drop index document_revisions_returned, notifications_unread_subject`);
  }
}
