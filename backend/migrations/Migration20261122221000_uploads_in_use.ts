import { Migration } from '@mikro-orm/migrations';

/** An upload cannot be deleted while a video waits for it: the video would lose its file. */
export class Migration20261122221000_uploads_in_use extends Migration {
  override name = 'Migration20261122221000_uploads_in_use';

  override up(): void {
    this.addSql(`
      alter table videos drop constraint videos_upload_id_foreign;
      alter table videos add constraint videos_upload_id_foreign
        foreign key (upload_id) references uploads deferrable;
    `);
  }

  override down(): void {
    this.addSql(`
      alter table videos drop constraint videos_upload_id_foreign;
      alter table videos add constraint videos_upload_id_foreign
        foreign key (upload_id) references uploads on delete set null deferrable;
    `);
  }
}
