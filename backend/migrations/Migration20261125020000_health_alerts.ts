import { Migration } from '@mikro-orm/migrations';

/** Which health alerts administrators were notified of, and the results of mail deliveries. */
export class Migration20261125020000_health_alerts extends Migration {
  override name = 'Migration20261125020000_health_alerts';

  override up(): void {
    this.addSql(`
      create table health_alerts (
        code text primary key,
        -- The health check that found it: while the check fails, nothing is known about the alert.
        check_name text not null,
        detail text not null,
        since timestamptz not null,
        checked_at timestamptz not null,
        -- Checks in a row that found the alert, or did not.
        bad_checks int not null,
        good_checks int not null,
        notified_at timestamptz null
      );
    `);
    // One row at most.
    this.addSql(`
      create table mail_deliveries (
        id boolean primary key check (id),
        delivered_at timestamptz null,
        failed_at timestamptz null,
        error text null
      );
    `);
  }

  override down(): void {
    this.addSql('drop table mail_deliveries, health_alerts');
  }
}
