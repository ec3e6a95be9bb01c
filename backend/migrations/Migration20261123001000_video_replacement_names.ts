import { Migration } from '@mikro-orm/migrations';

/** A replaced file keeps its name until the new one plays. */
export class Migration20261123001000_video_replacement_names extends Migration {
  override name = 'Migration20261123001000_video_replacement_names';

  override up(): void {
    this.addSql('alter table videos add replacement_name text null');
  }

  override down(): void {
    this.addSql('alter table videos drop column replacement_name');
  }
}
