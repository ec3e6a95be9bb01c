import { Migration } from '@mikro-orm/migrations';

export class Migration20261128070106_file_texts extends Migration {

  override name = 'Migration20261128070106_file_texts';

  override up(): void | Promise<void> {
    this.addSql(`create table "file_texts" ("file_id" uuid not null, "format" int not null, "reason" text null, primary key ("file_id"));`);

    this.addSql(`create table "file_text_pieces" ("file_id" uuid not null, "part" int not null, "page" int null, "body" text not null, "tsv" tsvector not null, primary key ("file_id", "part"));`);
    this.addSql(`create index file_text_pieces_text on file_text_pieces using gin (tsv) with (fastupdate=off);`);

    this.addSql(`alter table "file_texts" add constraint "file_texts_file_id_foreign" foreign key ("file_id") references "files" ("id") on update no action on delete cascade deferrable initially immediate;`);

    this.addSql(`alter table "file_text_pieces" add constraint "file_text_pieces_file_id_foreign" foreign key ("file_id") references "files" ("id") on update no action on delete cascade deferrable initially immediate;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "file_texts" cascade;`);
    this.addSql(`drop table if exists "file_text_pieces" cascade;`);
  }

}
