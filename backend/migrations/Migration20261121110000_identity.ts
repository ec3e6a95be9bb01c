import { Migration } from '@mikro-orm/migrations';

/** Passkeys, accounts at other issuers, and tokens that are good for one use. */
export class Migration20261121110000_identity extends Migration {
  override name = 'Migration20261121110000_identity';

  override up(): void {
    this.addSql(`
      create table passkeys (
        id uuid primary key,
        user_id uuid not null constraint passkeys_user_id_foreign references users on delete cascade deferrable,
        credential_id text not null constraint passkeys_credential_id_unique unique,
        public_key bytea not null, counter bigint not null, transports text[] not null, backed_up boolean not null,
        name text not null, created_at timestamptz not null, last_used_at timestamptz null
      );
      create index passkeys_user_id on passkeys (user_id);

      create table external_identities (
        issuer text not null, subject text not null,
        user_id uuid not null constraint external_identities_user_id_foreign references users on delete cascade deferrable,
        created_at timestamptz not null, last_used_at timestamptz not null,
        primary key (issuer, subject)
      );
      create index external_identities_user_id on external_identities (user_id);

      -- Only the SHA-256 of a token and of what binds it to a browser is stored.
      create table one_time_tokens (
        hash text primary key, kind text not null,
        user_id uuid null constraint one_time_tokens_user_id_foreign references users on delete cascade deferrable,
        browser_hash text null, data jsonb not null, expires_at timestamptz not null, used_at timestamptz null
      );
      create index one_time_tokens_user_id on one_time_tokens (user_id, kind);
      create index one_time_tokens_expires_at on one_time_tokens (expires_at);
    `);
  }

  override down(): void {
    this.addSql(`drop table passkeys, external_identities, one_time_tokens`);
  }
}
