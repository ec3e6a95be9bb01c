import { Migration } from '@mikro-orm/migrations';

/** Accounts at issuers are listed and unlinked by their owners, by an id that says nothing about them. */
export class Migration20261121143000_external_identity_ids extends Migration {
  override name = 'Migration20261121143000_external_identity_ids';

  override up(): void {
    this.addSql(
      'alter table external_identities add id uuid not null default gen_random_uuid() constraint external_identities_id_unique unique',
    );
    this.addSql('alter table external_identities alter id drop default');
  }

  override down(): void {
    this.addSql('alter table external_identities drop column id');
  }
}
