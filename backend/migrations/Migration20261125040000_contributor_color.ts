import { Migration } from '@mikro-orm/migrations';

/** A built-in color on which white text has a contrast of 4.5:1. Colors that administrators chose stay. */
export class Migration20261125040000_contributor_color extends Migration {
  override name = 'Migration20261125040000_contributor_color';

  override up(): void {
    this.addSql(`update roles set color = '#15803D' where name = 'CONTRIBUTOR' and color = '#16A34A'`);
  }

  override down(): void {
    this.addSql(`update roles set color = '#16A34A' where name = 'CONTRIBUTOR' and color = '#15803D'`);
  }
}
