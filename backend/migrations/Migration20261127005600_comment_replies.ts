import { Migration } from '@mikro-orm/migrations';

export class Migration20261127005600_comment_replies extends Migration {

  override name = 'Migration20261127005600_comment_replies';

  override up(): void | Promise<void> {
    this.addSql(`alter table "comments" add "root_id" uuid null, add "parent_id" uuid null;`);
    this.addSql(`alter table "comments" add constraint "comments_root_id_foreign" foreign key ("root_id") references "comments" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "comments" add constraint "comments_parent_id_foreign" foreign key ("parent_id") references "comments" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index "comments_top_level" on "comments" ("item_id", "id") where root_id is null;`);
    this.addSql(`create index "comments_replies" on "comments" ("root_id", "id") where root_id is not null;`);
    this.addSql(`create index "comments_parent" on "comments" ("parent_id") where parent_id is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "comments" drop constraint "comments_root_id_foreign";`);
    this.addSql(`alter table "comments" drop constraint "comments_parent_id_foreign";`);

    this.addSql(`drop index "comments_top_level";`);
    this.addSql(`drop index "comments_replies";`);
    this.addSql(`drop index "comments_parent";`);
    this.addSql(`alter table "comments" drop column "root_id", drop column "parent_id";`);
  }

}
