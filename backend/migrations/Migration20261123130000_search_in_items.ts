import { Migration } from '@mikro-orm/migrations';

/**
 * Most searches are for documents and videos. In the indexes of all types their matches have to be picked from those of
 * posts, which are twenty times as many.
 */
export class Migration20261123130000_search_in_items extends Migration {
  override name = 'Migration20261123130000_search_in_items';

  override up(): void {
    this.addSql(`
      create index search_entries_item_text on search_entries using gin (tsv) with (fastupdate = off)
        where part = 0 and type in ('document', 'video');
      create index search_entries_item_title on search_entries using gin (title_tsv) with (fastupdate = off)
        where part = 0 and type in ('document', 'video');
    `);
  }

  override down(): void {
    this.addSql(`drop index search_entries_item_text, search_entries_item_title;`);
  }
}
