import { Migration } from '@mikro-orm/migrations';

/** Up to when users have marked whole categories of the forum as read. */
export class Migration20261123113000_category_reads extends Migration {
  override name = 'Migration20261123113000_category_reads';

  override up(): void {
    this.addSql(`
      create table category_reads (
        user_id uuid not null constraint category_reads_user_id_foreign references users on delete cascade deferrable,
        category_id uuid not null
          constraint category_reads_category_id_foreign references forum_categories on delete cascade deferrable,
        read_until timestamptz not null,
        primary key (user_id, category_id)
      );
      create index category_reads_category on category_reads (category_id);
    `);
  }

  override down(): void {
    this.addSql('drop table category_reads');
  }
}
