import { Migration } from '@mikro-orm/migrations';

/** Totals that nobody should have to count, and what happened lately. */
export class Migration20261121121500_activity extends Migration {
  override name = 'Migration20261121121500_activity';

  override up(): void {
    this.addSql(`
      create table counters (name text primary key, n bigint not null);
      insert into counters (name, n) values
        ('auth.people', (select count(*) from users where erased_at is null)),
        ('content.views', (select coalesce(sum(view_count), 0) from content_items));
    `);
    this.addSql(`
      -- The id is that of the event. No foreign keys: what happened stays true when its subject is gone.
      create table activity (
        id uuid primary key, action text not null, content_type text not null, content_id uuid not null, user_id uuid null, created_at timestamptz not null
      );
    `);
  }

  override down(): void {
    this.addSql('drop table counters, activity');
  }
}
