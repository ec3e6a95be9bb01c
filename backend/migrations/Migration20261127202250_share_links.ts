import { Migration } from '@mikro-orm/migrations';

export class Migration20261127202250_share_links extends Migration {

  override name = 'Migration20261127202250_share_links';

  override up(): void | Promise<void> {
    this.addSql(`create table "share_links" ("id" uuid not null, "item_id" uuid not null, "creator_id" uuid not null, "label" text not null, "token_hash" text not null, "password_hash" text null, "expires_at" timestamptz null, "allows_internal" boolean not null, "include_children" boolean not null, "allows_others" boolean not null, "opens" int not null default 0, "last_opened_at" timestamptz null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "share_links_item" on "share_links" ("item_id");`);
    this.addSql(`create index "share_links_creator" on "share_links" ("creator_id");`);
    this.addSql(`alter table "share_links" add constraint "share_links_token_unique" unique ("token_hash");`);

    this.addSql(`alter table "share_links" add constraint "share_links_item_id_foreign" foreign key ("item_id") references "content_items" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "share_links" add constraint "share_links_creator_id_foreign" foreign key ("creator_id") references "users" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "share_links" add constraint "share_links_opens_check" check (opens >= 0);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "share_links" cascade;`);
  }

}
