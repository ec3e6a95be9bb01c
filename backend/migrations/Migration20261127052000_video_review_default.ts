import { Migration } from '@mikro-orm/migrations';

/** Videos of new hubs need review; hubs that have users keep the former default. */
export class Migration20261127052000_video_review_default extends Migration {
  override name = 'Migration20261127052000_video_review_default';

  override up(): void {
    this.addSql(`
      insert into settings (key, value, updated_at)
      select 'content.review_videos', 'false'::jsonb, now() where exists (select from users)
      on conflict (key) do nothing;`);
  }

  /** The stored value means the same to the former version. */
  override down(): void {
    this.addSql('select 1;');
  }
}
