import { Migration } from '@mikro-orm/migrations';

export class Migration20261127132500_user_language extends Migration {

  override name = 'Migration20261127132500_user_language';

  override up(): void | Promise<void> {
    this.addSql(`alter table "users" add "language" text null;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "users" drop column "language";`);
  }

}
