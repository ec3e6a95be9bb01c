import { Migration } from '@mikro-orm/migrations';

/** What the home screen shows first: the latest published. */
export class Migration20261121110500_recent_content extends Migration {
  override name = 'Migration20261121110500_recent_content';

  override up(): void {
    this.addSql(
      `create index content_items_recent on content_items (kind, published_at desc, id desc) where audience <> 'RESTRICTED'`,
    );
  }

  override down(): void {
    this.addSql(`drop index content_items_recent`);
  }
}
