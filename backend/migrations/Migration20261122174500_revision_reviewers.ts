import { Migration } from '@mikro-orm/migrations';

/** Who approved a revision or requested changes to it, and when; decisions made before are taken from the audit log. */
export class Migration20261122174500_revision_reviewers extends Migration {
  override name = 'Migration20261122174500_revision_reviewers';

  override up(): void {
    this.addSql(`
      alter table document_revisions
        add reviewer_id uuid null constraint document_revisions_reviewer_id_foreign
          references users on delete restrict deferrable,
        add reviewed_at timestamptz null;
      create index document_revisions_reviewer on document_revisions (reviewer_id) where reviewer_id is not null;

      update document_revisions r set reviewer_id = a.actor_id, reviewed_at = a.created_at
      from audit_log a join users u on u.id = a.actor_id
      where a.subject_type = 'document' and a.subject_id = r.item_id::text and (
        r.state = 'live' and a.action = 'document.reviewed' and a.after->>'action' = 'approve'
          and a.after->>'version' = r.version::text
        or r.state = 'rejected' and a.after->>'note' = r.review_note and (
          a.action = 'document.reviewed' and a.after->>'action' = 'request_changes'
          or a.action = 'document.status_changed' and a.after->>'status' = 'DRAFT'));
    `);
  }

  override down(): void {
    this.addSql('alter table document_revisions drop column reviewer_id, drop column reviewed_at');
  }
}
