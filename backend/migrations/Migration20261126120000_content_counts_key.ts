import { Migration } from '@mikro-orm/migrations';

/** Declarations know no table without a primary key. */
export class Migration20261126120000_content_counts_key extends Migration {
  override name = 'Migration20261126120000_content_counts_key';

  override up(): void {
    this.addSql('alter table content_counts add column id uuid primary key default gen_random_uuid()');
  }

  override down(): void {
    this.addSql('alter table content_counts drop column id');
  }
}
