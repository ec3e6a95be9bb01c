import { Migration } from '@mikro-orm/migrations';

/** Invitations, the orders and filters of the user list, and the settings of registration. */
export class Migration20261124020000_user_administration extends Migration {
  override name = 'Migration20261124020000_user_administration';

  override up(): void {
    this.addSql(`
      create table invitations (
        id uuid primary key,
        email citext not null constraint invitations_email_unique unique,
        token_hash text not null constraint invitations_token_hash_unique unique,
        -- Null: the default role, for links that users requested themselves.
        role text null constraint invitations_role_foreign references roles (name) on delete cascade deferrable,
        invited_by uuid null constraint invitations_invited_by_foreign references users on delete set null deferrable,
        -- Whether only the owner of the address got the link.
        is_mailed boolean not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index invitations_role on invitations (role) where role is not null;
      create index invitations_invited_by on invitations (invited_by) where invited_by is not null;
      create index invitations_expires_at on invitations (expires_at);
    `);
    this.addSql(`
      create index users_handle_trigrams on users using gin ((handle::text) gin_trgm_ops);
      create index users_by_name on users (lower(name), id);
      -- One for each direction, because users who never signed in come last in both.
      create index users_by_last_login on users (last_login_at, id);
      create index users_by_last_login_desc on users (last_login_at desc nulls last, id desc);
      create index users_by_join on users (created_at, id);
      create index users_deactivated on users (id) where deactivated_at is not null;
    `);
    // Instances of the former version read the former keys until they end.
    this.addSql(`
      insert into settings (key, value, updated_at)
      select 'auth.registration', case value when 'false' then '"closed"'::jsonb else '"open"'::jsonb end, updated_at
      from settings where key = 'registration.open' on conflict (key) do nothing;
      insert into settings (key, value, updated_at)
      select 'auth.default_role', value, updated_at
      from settings where key = 'registration.default_role' on conflict (key) do nothing;
    `);
  }

  override down(): void {
    this.addSql(`
      delete from settings where key in ('auth.registration', 'auth.registration_domains', 'auth.default_role');
      drop index users_deactivated, users_by_join, users_by_last_login_desc,
        users_by_last_login, users_by_name, users_handle_trigrams;
      drop table invitations;
    `);
  }
}
