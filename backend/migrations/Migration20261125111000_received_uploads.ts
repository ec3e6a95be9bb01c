import { Migration } from '@mikro-orm/migrations';

/** What uploads have received counts as storage, not what they have announced. */
export class Migration20261125111000_received_uploads extends Migration {
  override name = 'Migration20261125111000_received_uploads';

  override up(): void {
    this.addSql(`
      alter table uploads
        add column received bigint not null default 0 check (received >= 0),
        add column active_at timestamptz null;
      update uploads set received = size where finished_at is not null;
      create index uploads_unused on uploads (owner_id) where claimed_at is null;
    `);
  }

  override down(): void {
    this.addSql(`
      drop index uploads_unused;
      alter table uploads drop column received, drop column active_at;
    `);
  }
}
