import { Migration } from '@mikro-orm/migrations';

/** Reports of documents, videos, comments, threads and posts, for the moderators. */
export class Migration20261123100000_reports extends Migration {
  override name = 'Migration20261123100000_reports';

  override up(): void {
    this.addSql(`
      create table reports (
        id uuid primary key,
        subject_type text not null check (subject_type in ('document', 'video', 'comment', 'thread', 'post')),
        subject_id uuid not null,
        reporter_id uuid not null
          constraint reports_reporter_id_foreign references users on delete restrict deferrable,
        reason text not null,
        state text not null check (state in ('OPEN', 'DISMISSED', 'UPHELD')),
        created_at timestamptz not null,
        decided_at timestamptz null,
        decided_by uuid null constraint reports_decided_by_foreign references users on delete restrict deferrable,
        constraint reports_subject_reporter_unique unique (subject_type, subject_id, reporter_id),
        constraint reports_decided check ((state = 'OPEN') = (decided_at is null))
      );
      create index reports_open on reports (subject_type, subject_id) where state = 'OPEN';
      create index reports_reporter on reports (reporter_id);
      create index reports_decider on reports (decided_by) where decided_by is not null;
    `);
  }

  override down(): void {
    this.addSql('drop table reports');
  }
}
