import { Migration } from '@mikro-orm/migrations';

/** Where the thumbnail of an item is shown. Existing items keep it on cards and on their page. */
export class Migration20261122174853_thumbnail_placement extends Migration {
  override name = 'Migration20261122174853_thumbnail_placement';

  override up(): void {
    this.addSql(`
      alter table content_items add thumbnail_placement text not null default 'PAGE'
        check (thumbnail_placement in ('NONE', 'CARD', 'PAGE'));
    `);
  }

  override down(): void {
    this.addSql('alter table content_items drop column thumbnail_placement');
  }
}
