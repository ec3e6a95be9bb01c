import { Migration } from '@mikro-orm/migrations';

export class Migration20261128070641_templates extends Migration {

  override name = 'Migration20261128070641_templates';

  override up(): void | Promise<void> {
    this.addSql(`alter table "content_items" add "is_template" boolean not null default false;`);
    this.addSql(`create index "content_items_templates" on "content_items" ("category_id", "id") where is_template;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "content_items_templates";`);
    this.addSql(`alter table "content_items" drop column "is_template";`);
  }

}
