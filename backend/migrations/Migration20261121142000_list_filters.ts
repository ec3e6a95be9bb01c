import { Migration } from '@mikro-orm/migrations';

/** Filters of the document list that few or no rows answer to: without these it was read from one end to the other. */
export class Migration20261121142000_list_filters extends Migration {
  override name = 'Migration20261121142000_list_filters';

  override up(): void {
    this.addSql(`create index content_items_difficulty on content_items (kind, difficulty, status)`);
    // Nearly all rows have one of the two; those are found fast in any order.
    this.addSql(
      `create index content_items_not_out on content_items (kind, status, id desc) where status not in ('PUBLISHED', 'READY')`,
    );
    // Some write a hundred times as much as others: the planner shall know of each.
    this.addSql(`alter table content_items alter column author_id set statistics 1000`);
  }

  override down(): void {
    this.addSql(`drop index content_items_difficulty, content_items_not_out`);
    this.addSql(`alter table content_items alter column author_id set statistics -1`);
  }
}
