import { Migration } from '@mikro-orm/migrations';

/** Bytes of all contents and of the files of each uploader, so that no upload has to sum them. */
export class Migration20261122120000_file_counters extends Migration {
  override name = 'Migration20261122120000_file_counters';

  override up(): void {
    this.addSql(`
      insert into counters (name, n)
        select 'files.bytes', coalesce(sum(size), 0)
        from (select distinct on (sha256) size from files order by sha256) contents;
      insert into counters (name, n)
        select 'files.bytes.' || uploader_id, sum(size) from files where uploader_id is not null group by uploader_id;
    `);
  }

  override down(): void {
    this.addSql(`delete from counters where name = 'files.bytes' or name like 'files.bytes.%'`);
  }
}
