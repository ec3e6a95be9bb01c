import { Migration } from '@mikro-orm/migrations';

/** Failed sign-ins per quarter of an hour, and accounts that failures have locked. */
export class Migration20261124050000_sign_in_security extends Migration {
  override name = 'Migration20261124050000_sign_in_security';

  override up(): void {
    this.addSql('create table failed_sign_ins (period_start timestamptz primary key, n int not null)');
    this.addSql(`
      create table sign_in_lockouts (
        user_id uuid primary key
          constraint sign_in_lockouts_user_id_foreign references users (id) on delete cascade deferrable,
        locked_until timestamptz not null
      )`);
    this.addSql('create index sign_in_lockouts_locked_until on sign_in_lockouts (locked_until)');
  }

  override down(): void {
    this.addSql('drop table sign_in_lockouts, failed_sign_ins');
  }
}
