import { Migration } from '@mikro-orm/migrations';

export class Migration20261127201417_category_access extends Migration {

  override name = 'Migration20261127201417_category_access';

  override up(): void | Promise<void> {
    this.addSql(`create table "category_access" ("category_id" uuid not null, "area" text not null, "limits_reading" boolean not null, "limits_writing" boolean not null, primary key ("category_id"));`);

    this.addSql(`create table "category_scopes" ("category_id" uuid not null, "ruled_by" uuid not null, "distance" int not null, "area" text not null, "limits_reading" boolean not null, "limits_writing" boolean not null, primary key ("category_id", "ruled_by"));`);
    this.addSql(`create index "category_scopes_ruled_by" on "category_scopes" ("ruled_by");`);

    this.addSql(`create table "groups" ("id" uuid not null, "name" text not null, "description" text not null, "issuer_value" text null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create unique index groups_name_unique on groups (lower(name));`);
    this.addSql(`alter table "groups" add constraint "groups_issuer_value_unique" unique ("issuer_value");`);

    this.addSql(`create table "category_access_groups" ("category_id" uuid not null, "group_id" uuid not null, "level" text not null, primary key ("category_id", "group_id"));`);
    this.addSql(`create index "category_access_groups_group" on "category_access_groups" ("group_id");`);

    this.addSql(`create table "group_members" ("group_id" uuid not null, "user_id" uuid not null, "created_at" timestamptz not null, primary key ("group_id", "user_id"));`);
    this.addSql(`create index "group_members_user" on "group_members" ("user_id");`);

    this.addSql(`alter table "category_access" add constraint "category_access_area_check" check ("area" in ('content', 'forum'));`);

    this.addSql(`alter table "category_scopes" add constraint "category_scopes_ruled_by_foreign" foreign key ("ruled_by") references "category_access" ("category_id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "category_scopes" add constraint "category_scopes_area_check" check ("area" in ('content', 'forum'));`);

    this.addSql(`alter table "category_access_groups" add constraint "category_access_groups_category_id_foreign" foreign key ("category_id") references "category_access" ("category_id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "category_access_groups" add constraint "category_access_groups_group_id_foreign" foreign key ("group_id") references "groups" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "category_access_groups" add constraint "category_access_groups_level_check" check ("level" in ('read', 'write', 'moderate'));`);

    this.addSql(`alter table "group_members" add constraint "group_members_group_id_foreign" foreign key ("group_id") references "groups" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "group_members" add constraint "group_members_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade deferrable initially immediate;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "category_scopes" drop constraint "category_scopes_ruled_by_foreign";`);
    this.addSql(`alter table "category_access_groups" drop constraint "category_access_groups_category_id_foreign";`);
    this.addSql(`alter table "category_access_groups" drop constraint "category_access_groups_group_id_foreign";`);
    this.addSql(`alter table "group_members" drop constraint "group_members_group_id_foreign";`);

    this.addSql(`drop table if exists "category_access" cascade;`);
    this.addSql(`drop table if exists "category_scopes" cascade;`);
    this.addSql(`drop table if exists "groups" cascade;`);
    this.addSql(`drop table if exists "category_access_groups" cascade;`);
    this.addSql(`drop table if exists "group_members" cascade;`);
  }

}
