import { Migration } from '@mikro-orm/migrations';

/** Archives of the hub, and the verified restores of archives. */
export class Migration20261125010000_backups extends Migration {
  override name = 'Migration20261125010000_backups';

  override up(): void {
    this.addSql(`
      create table backups (
        id uuid primary key,
        name text not null constraint backups_name_unique unique,
        status text not null check (status in ('running', 'complete', 'failed')),
        progress smallint not null check (progress between 0 and 100),
        size_bytes bigint null,
        sha256 text null,
        missing_files int not null,
        error text null,
        is_scheduled boolean not null,
        requested_by_id uuid null
          constraint backups_requested_by_id_foreign references users on delete set null deferrable,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        finished_at timestamptz null
      );
      create unique index backups_running on backups ((true)) where status = 'running';

      create table backup_verifications (
        id uuid primary key,
        name text not null,
        sha256 text not null,
        verified_at timestamptz not null
      );
    `);
  }

  override down(): void {
    this.addSql('drop table backup_verifications, backups');
  }
}
