import { Migration } from '@mikro-orm/migrations';

export class Migration20261128042352_content_links extends Migration {

  override name = 'Migration20261128042352_content_links';

  override up(): void | Promise<void> {
    this.addSql(`create table "content_links" ("source_type" text not null, "source_id" uuid not null, "position" int not null, "target_type" text not null, "target_key" text not null, "address" text not null, primary key ("source_type", "source_id", "position"));`);
    this.addSql(`create index "content_links_target" on "content_links" ("target_type", "target_key");`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "content_links" cascade;`);
  }

}
