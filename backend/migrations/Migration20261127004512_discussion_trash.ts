import { Migration } from '@mikro-orm/migrations';

export class Migration20261127004512_discussion_trash extends Migration {

  override name = 'Migration20261127004512_discussion_trash';

  override up(): void | Promise<void> {
    this.addSql(`alter table "forum_threads" add "deleted_by" uuid null;`);
    this.addSql(`alter table "forum_threads" add constraint "forum_threads_deleted_by_foreign" foreign key ("deleted_by") references "users" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index "forum_threads_trash" on "forum_threads" ("deleted_at" DESC, "id" DESC) where deleted_by is not null;`);
    this.addSql(`create index "forum_threads_deleted_by" on "forum_threads" ("deleted_by") where deleted_by is not null;`);

    this.addSql(`alter table "forum_posts" add "deleted_by" uuid null, add "was_solution" boolean not null default false;`);
    this.addSql(`alter table "forum_posts" add constraint "forum_posts_deleted_by_foreign" foreign key ("deleted_by") references "users" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index "forum_posts_trash" on "forum_posts" ("deleted_at" DESC, "id" DESC) where deleted_by is not null;`);
    this.addSql(`create index "forum_posts_deleted_by" on "forum_posts" ("deleted_by") where deleted_by is not null;`);

    this.addSql(`alter table "comments" add "deleted_by" uuid null;`);
    this.addSql(`alter table "comments" add constraint "comments_deleted_by_foreign" foreign key ("deleted_by") references "users" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index "comments_trash" on "comments" ("deleted_at" DESC, "id" DESC) where deleted_by is not null;`);
    this.addSql(`create index "comments_deleted_by" on "comments" ("deleted_by") where deleted_by is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "comments" drop constraint "comments_deleted_by_foreign";`);

    this.addSql(`alter table "forum_posts" drop constraint "forum_posts_deleted_by_foreign";`);

    this.addSql(`alter table "forum_threads" drop constraint "forum_threads_deleted_by_foreign";`);

    this.addSql(`drop index "comments_trash";`);
    this.addSql(`drop index "comments_deleted_by";`);
    this.addSql(`alter table "comments" drop column "deleted_by";`);

    this.addSql(`drop index "forum_posts_trash";`);
    this.addSql(`drop index "forum_posts_deleted_by";`);
    this.addSql(`alter table "forum_posts" drop column "deleted_by", drop column "was_solution";`);

    this.addSql(`drop index "forum_threads_trash";`);
    this.addSql(`drop index "forum_threads_deleted_by";`);
    this.addSql(`alter table "forum_threads" drop column "deleted_by";`);
  }

}
