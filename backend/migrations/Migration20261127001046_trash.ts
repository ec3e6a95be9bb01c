import { Migration } from '@mikro-orm/migrations';

export class Migration20261127001046_trash extends Migration {

  override name = 'Migration20261127001046_trash';

  override up(): void | Promise<void> {
    this.addSql(`alter table "content_items" add "deleted_at" timestamptz null, add "deleted_by" uuid null, add "deleted_status" text null;`);
    this.addSql(`alter table "content_items" add constraint "content_items_deleted_by_foreign" foreign key ("deleted_by") references "users" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index "content_items_trash" on "content_items" ("deleted_at" DESC, "id" DESC) where deleted_at is not null;`);
    this.addSql(`create index "content_items_deleted_by" on "content_items" ("deleted_by") where deleted_by is not null;`);
    this.addSql(`alter table "content_items" add constraint "content_items_deleted_status" check ((deleted_at is null) = (deleted_status is null));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "content_items" drop constraint "content_items_deleted_by_foreign";`);

    this.addSql(`drop index "content_items_trash";`);
    this.addSql(`drop index "content_items_deleted_by";`);
    this.addSql(`alter table "content_items" drop constraint "content_items_deleted_status";`);
    this.addSql(`alter table "content_items" drop column "deleted_at", drop column "deleted_by", drop column "deleted_status";`);
  }

}
