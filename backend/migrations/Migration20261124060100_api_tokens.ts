import { Migration } from '@mikro-orm/migrations';

/** Tokens of programs that act as a user. */
export class Migration20261124060100_api_tokens extends Migration {
  override name = 'Migration20261124060100_api_tokens';

  override up(): void {
    this.addSql(`
      create table api_tokens (
        id uuid primary key,
        user_id uuid not null constraint api_tokens_user_id_foreign references users on delete cascade deferrable,
        name text not null,
        token_hash text not null constraint api_tokens_token_hash_unique unique,
        hint text not null,
        scopes text[] not null check (scopes <@ '{read,write}' and cardinality(scopes) > 0),
        created_at timestamptz not null,
        expires_at timestamptz null,
        last_used_at timestamptz null
      );
      create index api_tokens_user_id on api_tokens (user_id);
    `);
  }

  override down(): void {
    this.addSql('drop table api_tokens');
  }
}
