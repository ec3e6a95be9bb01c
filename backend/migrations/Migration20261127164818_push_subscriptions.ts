import { Migration } from '@mikro-orm/migrations';

export class Migration20261127164818_push_subscriptions extends Migration {

  override name = 'Migration20261127164818_push_subscriptions';

  override up(): void | Promise<void> {
    this.addSql(`create table "push_subscriptions" ("session_id" uuid not null, "user_id" uuid not null, "endpoint" text not null, "p256dh" text not null, "auth" text not null, "created_at" timestamptz not null, primary key ("session_id"));`);
    this.addSql(`create index "push_subscriptions_user" on "push_subscriptions" ("user_id");`);
    this.addSql(`alter table "push_subscriptions" add constraint "push_subscriptions_endpoint_unique" unique ("endpoint");`);

    this.addSql(`alter table "push_subscriptions" add constraint "push_subscriptions_session_id_foreign" foreign key ("session_id") references "sessions" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "push_subscriptions" add constraint "push_subscriptions_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade deferrable initially immediate;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "push_subscriptions" cascade;`);
  }

}
