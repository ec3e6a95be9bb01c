import { Migration } from '@mikro-orm/migrations';

export class Migration20261127210823_series extends Migration {

  override name = 'Migration20261127210823_series';

  override up(): void | Promise<void> {
    this.addSql(`create table "content_progress" ("user_id" uuid not null, "item_id" uuid not null, "done_at" timestamptz not null, primary key ("user_id", "item_id"));`);
    this.addSql(`create index "content_progress_item" on "content_progress" ("item_id");`);

    this.addSql(`alter table "content_categories" add "is_series" boolean not null default false;`);

    this.addSql(`alter table "content_progress" add constraint "content_progress_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "content_progress" add constraint "content_progress_item_id_foreign" foreign key ("item_id") references "content_items" ("id") on update no action on delete cascade deferrable initially immediate;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "content_progress" cascade;`);

    this.addSql(`alter table "content_categories" drop column "is_series";`);
  }

}
