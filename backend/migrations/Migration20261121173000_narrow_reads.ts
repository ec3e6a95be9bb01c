import { Migration } from '@mikro-orm/migrations';

/** What common reads need stays together. */
export class Migration20261121173000_narrow_reads extends Migration {
  override name = 'Migration20261121173000_narrow_reads';

  override up(): void {
    this.addSql(`
      -- Whose lists differ from those of other readers.
      create index content_items_own_hidden on content_items (author_id) where audience in ('INTERNAL', 'RESTRICTED');

      -- The short vector is weighed for each of a thousand candidates, the long one is not: only that one is kept elsewhere. It takes
      -- effect as entries are written.
      alter table search_entries set (toast_tuple_target = 4096);
      alter table search_entries alter column short_tsv set storage main;
    `);
  }

  override down(): void {
    this.addSql(`
      drop index content_items_own_hidden;
      alter table search_entries reset (toast_tuple_target);
      alter table search_entries alter column short_tsv set storage extended;
    `);
  }
}
