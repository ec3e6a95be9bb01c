import { Migration } from '@mikro-orm/migrations';

/** Who changed a comment last: its author or somebody who moderates. */
export class Migration20261121181000_comment_editors extends Migration {
  override name = 'Migration20261121181000_comment_editors';

  override up(): void {
    this.addSql(`
      alter table comments add column edited_by_moderator boolean not null default false;
      -- What stands there is what a moderator wrote.
      update comments c set edited_by_moderator = true from audit_log a
        where a.subject_type = 'comment' and a.action = 'comment.edited' and a.subject_id = c.id::text and a.after->>'content' = c.content;
    `);
  }

  override down(): void {
    this.addSql('alter table comments drop column edited_by_moderator');
  }
}
