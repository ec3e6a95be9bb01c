import { Migration } from '@mikro-orm/migrations';

export class Migration20261127000845_notification_groups extends Migration {

  override name = 'Migration20261127000845_notification_groups';

  override up(): void | Promise<void> {
    this.addSql(`create table "notification_settings" ("user_id" uuid not null, "muted_in_app" text[] not null default '{}', "muted_email" text[] not null default '{}', "digest" text not null default 'off', "time_zone" text null, "next_digest_at" timestamptz null, "digested_at" timestamptz null, "sent_digest" uuid null, primary key ("user_id"));`);
    this.addSql(`create index "notification_settings_next_digest" on "notification_settings" ("next_digest_at") where next_digest_at is not null;`);

    this.addSql(`alter table "notifications" add "actor_id" uuid null, add "group_key" text null, add "source_type" text null, add "source_id" uuid null;`);
    this.addSql(`alter table "notifications" add constraint "notifications_actor_id_foreign" foreign key ("actor_id") references "users" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index notifications_group on notifications (user_id, group_key, created_at desc, id desc)
        where in_app and group_key is not null;`);
    this.addSql(`create index "notifications_actor" on "notifications" ("actor_id") where actor_id is not null;`);

    this.addSql(`alter table "notification_settings" add constraint "notification_settings_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "notification_settings" add constraint "notification_settings_digest_check" check ("digest" in ('off', 'daily', 'weekly'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "notification_settings" cascade;`);

    this.addSql(`alter table "notifications" drop constraint "notifications_actor_id_foreign";`);

    this.addSql(`drop index "notifications_group";`);
    this.addSql(`drop index "notifications_actor";`);
    this.addSql(`alter table "notifications" drop column "actor_id", drop column "group_key", drop column "source_type", drop column "source_id";`);
  }

}
