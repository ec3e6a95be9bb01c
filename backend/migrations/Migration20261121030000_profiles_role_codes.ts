import { Migration } from '@mikro-orm/migrations';

/** Avatars and the visibility of role badges for all who show people; codes that raise a role. */
export class Migration20261121030000_profiles_role_codes extends Migration {
  override name = 'Migration20261121030000_profiles_role_codes';

  override up(): void {
    // Joined from the left by keys, so that a query which asks for neither pays for neither.
    this.addSql(`
      create or replace view people as
        select u.id, case when u.erased_at is null then u.name else 'Former member' end as name, u.handle,
               '/files/' || f.id || '/' || left(f.sha256, 16) as avatar_url, u.role,
               u.location, u.created_at as join_date, u.signature, s.post_count, r.badge_visible as show_role_badge
        from users u join user_stats s on s.user_id = u.id left join files f on f.id = u.avatar_file_id left join roles r on r.name = u.role;
    `);
    this.addSql(`
      create table role_codes (
        id uuid primary key,
        code_hash text not null constraint role_codes_code_hash_unique unique,
        hint text not null,
        -- Nobody can redeem a code for a role that is gone.
        role text not null constraint role_codes_role_foreign references roles (name) on delete cascade deferrable,
        max_uses int not null check (max_uses > 0),
        used_count int not null default 0 check (used_count between 0 and max_uses),
        expires_at timestamptz null,
        created_by uuid null constraint role_codes_created_by_foreign references users on delete set null deferrable,
        created_at timestamptz not null
      );
      create index role_codes_role on role_codes (role);
      create index role_codes_created_by on role_codes (created_by);

      create table role_code_redemptions (
        code_id uuid not null constraint role_code_redemptions_code_id_foreign references role_codes on delete cascade deferrable,
        user_id uuid not null constraint role_code_redemptions_user_id_foreign references users on delete cascade deferrable,
        redeemed_at timestamptz not null,
        primary key (code_id, user_id)
      );
      create index role_code_redemptions_user on role_code_redemptions (user_id);
    `);
  }

  override down(): void {
    this.addSql(`
      drop table role_code_redemptions, role_codes;
      drop view people;
      create view people as
        select u.id, case when u.erased_at is null then u.name else 'Former member' end as name, u.handle, null::text as avatar_url, u.role,
               u.location, u.created_at as join_date, u.signature, s.post_count
        from users u join user_stats s on s.user_id = u.id;
    `);
  }
}
