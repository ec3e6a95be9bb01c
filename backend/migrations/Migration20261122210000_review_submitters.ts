import { Migration } from '@mikro-orm/migrations';

/**
 * Who submitted an item that is in review. The audit log names others than the author, the activity of the last months
 * everybody; items that neither names were submitted by their author.
 */
export class Migration20261122210000_review_submitters extends Migration {
  override name = 'Migration20261122210000_review_submitters';

  override up(): void {
    this.addSql(`
      alter table content_items
        add submitter_id uuid null constraint content_items_submitter_id_foreign
          references users on delete restrict deferrable;
      create index content_items_submitter on content_items (submitter_id) where submitter_id is not null;

      update content_items i set submitter_id = u.id
      from (
        select distinct on (item_id) item_id, user_id
        from (
          select subject_id as item_id, actor_id as user_id, created_at
          from audit_log
          where subject_type = 'document' and action = 'document.status_changed' and after->>'status' = 'IN_REVIEW'
          union all
          select content_id::text, user_id, created_at
          from activity
          where content_type = 'document' and action = 'submitted'
        ) submissions
        order by item_id, created_at desc
      ) s
      join users u on u.id = s.user_id
      where i.kind = 'document' and i.status = 'IN_REVIEW' and i.id::text = s.item_id;
    `);
  }

  override down(): void {
    this.addSql('alter table content_items drop column submitter_id');
  }
}
