import { Migration } from '@mikro-orm/migrations';

/**
 * Replies to a thread are one notification while the user has not read it. A reply that is added to it changes its time,
 * so lists are sorted by the time; the index by id has no other use. The key of a bundle begins with the user's id.
 */
export class Migration20261125080000_notification_bundles extends Migration {
  override name = 'Migration20261125080000_notification_bundles';

  override up(): void {
    this.addSql(`
      alter table notifications
        add column bundle_key text null, add column bundle_first int null, add column bundle_last int null;
      create unique index notifications_bundle on notifications (bundle_key)
        where in_app and read_at is null and bundle_key is not null;
      create index notifications_latest on notifications (user_id, created_at desc, id desc) where in_app;
      drop index notifications_newest;
    `);
  }

  override down(): void {
    this.addSql(`
      create index notifications_newest on notifications (user_id, id desc) where in_app;
      drop index notifications_latest, notifications_bundle;
      alter table notifications drop column bundle_key, drop column bundle_first, drop column bundle_last;
    `);
  }
}
