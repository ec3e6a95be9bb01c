import { Migration } from '@mikro-orm/migrations';

/**
 * Nearly all new entries are posts of the forum. Collected for a while, their words are added to the index together: an
 * entry takes two thirds of the time, and replies at the same time no longer wait for the same pages of the index.
 * Searches read the list too; 512 KB are some 200 posts, which take no measurable time.
 */
export class Migration20261125050000_search_pending_list extends Migration {
  override name = 'Migration20261125050000_search_pending_list';

  override up(): void {
    this.addSql(`alter index search_entries_text set (fastupdate = on, gin_pending_list_limit = 512)`);
  }

  override down(): void {
    this.addSql(`
      alter index search_entries_text set (fastupdate = off);
      alter index search_entries_text reset (gin_pending_list_limit);
    `);
  }
}
