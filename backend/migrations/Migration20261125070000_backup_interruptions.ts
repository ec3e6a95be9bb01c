import { Migration } from '@mikro-orm/migrations';

/** Interrupted backups, which the schedule repeats, and the age of verified archives. */
export class Migration20261125070000_backup_interruptions extends Migration {
  override name = 'Migration20261125070000_backup_interruptions';

  override up(): void {
    this.addSql(`
      alter table backups add column was_interrupted boolean not null default false;
      alter table backup_verifications add column archive_created_at timestamptz null;
      update backup_verifications v set archive_created_at = b.created_at from backups b where b.sha256 = v.sha256;
    `);
  }

  override down(): void {
    this.addSql(`
      alter table backup_verifications drop column archive_created_at;
      alter table backups drop column was_interrupted;
    `);
  }
}
