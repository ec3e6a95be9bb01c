import { Migration } from '@mikro-orm/migrations';

/** Why something was sent back stands beside what its writer said of it, not in its place. */
export class Migration20261121121603_review_notes extends Migration {
  override name = 'Migration20261121121603_review_notes';

  override up(): void {
    this.addSql('alter table document_revisions add review_note text null');
    this.addSql(`update document_revisions set review_note = note, note = '' where state = 'rejected'`);
  }

  override down(): void {
    this.addSql(`update document_revisions set note = review_note where state = 'rejected'`);
    this.addSql('alter table document_revisions drop column review_note');
  }
}
