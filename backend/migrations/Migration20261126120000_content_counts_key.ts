import { Migration } from '@mikro-orm/migrations';

/** The declarations know no table without a primary key, and no constraint whose nulls are not distinct. */
export class Migration20261126120000_content_counts_key extends Migration {
  override name = 'Migration20261126120000_content_counts_key';

  override up(): void {
    this.addSql(`
      alter table content_counts
        drop constraint content_counts_key,
        add column id uuid primary key default gen_random_uuid();
      create unique index content_counts_key on content_counts (category_id, kind, status, audience) nulls not distinct;
    `);
  }

  override down(): void {
    this.addSql(`
      drop index content_counts_key;
      alter table content_counts
        drop column id,
        add constraint content_counts_key unique nulls not distinct (category_id, kind, status, audience);
    `);
  }
}
