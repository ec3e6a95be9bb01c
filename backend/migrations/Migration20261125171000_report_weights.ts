import { Migration } from '@mikro-orm/migrations';

/** What a report counts for hiding an item; reports of earlier versions count as one of three. */
export class Migration20261125171000_report_weights extends Migration {
  override name = 'Migration20261125171000_report_weights';

  override up(): void {
    this.addSql('alter table reports add column weight smallint not null default 1 check (weight between 0 and 2)');
  }

  override down(): void {
    this.addSql('alter table reports drop column weight');
  }
}
