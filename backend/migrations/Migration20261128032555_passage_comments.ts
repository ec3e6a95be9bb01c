import { Migration } from '@mikro-orm/migrations';

export class Migration20261128032555_passage_comments extends Migration {

  override name = 'Migration20261128032555_passage_comments';

  override up(): void | Promise<void> {
    this.addSql(`alter table "comments" add "revision_id" uuid null, add "anchor" jsonb null, add "anchor_version" int null, add "is_outdated" boolean not null default false, add "resolved_at" timestamptz null, add "resolved_by" uuid null;`);
    this.addSql(`alter table "comments" add constraint "comments_revision_id_foreign" foreign key ("revision_id") references "document_revisions" ("id") on update no action on delete cascade deferrable initially immediate;`);
    this.addSql(`alter table "comments" add constraint "comments_resolved_by_foreign" foreign key ("resolved_by") references "users" ("id") on update no action on delete set null deferrable initially immediate;`);
    this.addSql(`create index comments_passages on comments (item_id, id) where anchor is not null;`);
    this.addSql(`create index comments_revision on comments (revision_id, id) where revision_id is not null;`);
    this.addSql(`create index "comments_resolved_by" on "comments" ("resolved_by") where resolved_by is not null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "comments" drop constraint "comments_revision_id_foreign";`);
    this.addSql(`alter table "comments" drop constraint "comments_resolved_by_foreign";`);

    this.addSql(`drop index "comments_passages";`);
    this.addSql(`drop index "comments_revision";`);
    this.addSql(`drop index "comments_resolved_by";`);
    this.addSql(`alter table "comments" drop column "revision_id", drop column "anchor", drop column "anchor_version", drop column "is_outdated", drop column "resolved_at", drop column "resolved_by";`);
  }

}
