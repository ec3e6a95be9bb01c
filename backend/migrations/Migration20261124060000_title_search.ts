import { Migration } from '@mikro-orm/migrations';

/** The content administration searches titles by parts of words, as the user administration does with names. */
export class Migration20261124060000_title_search extends Migration {
  override name = 'Migration20261124060000_title_search';

  override up(): void {
    this.addSql(`create index content_items_title_trigrams on content_items using gin (title gin_trgm_ops)`);
  }

  override down(): void {
    this.addSql(`drop index content_items_title_trigrams`);
  }
}
