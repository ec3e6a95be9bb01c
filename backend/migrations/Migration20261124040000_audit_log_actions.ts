import { Migration } from '@mikro-orm/migrations';

/** An index for the filter by action. Those by actor and subject exist. */
export class Migration20261124040000_audit_log_actions extends Migration {
  override name = 'Migration20261124040000_audit_log_actions';

  override up(): void {
    this.addSql('create index audit_log_action on audit_log (action, id desc)');
  }

  override down(): void {
    this.addSql('drop index audit_log_action');
  }
}
