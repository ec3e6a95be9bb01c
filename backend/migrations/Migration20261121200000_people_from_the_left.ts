import { Migration } from '@mikro-orm/migrations';

const people = (stats: string) => `
  create or replace view people as
    select u.id, case when u.erased_at is null then u.name else 'Former member' end as name, u.handle,
           '/files/' || f.id || '/' || left(f.sha256, 16) as avatar_url, u.role,
           u.location, u.created_at as join_date, u.signature, s.post_count, r.badge_visible as show_role_badge
    from users u ${stats} join user_stats s on s.user_id = u.id left join files f on f.id = u.avatar_file_id left join roles r on r.name = u.role;
`;

/** Everybody has a row in user_stats; joined from the left by its key, it is not looked up by those who do not ask for it. */
export class Migration20261121200000_people_from_the_left extends Migration {
  override name = 'Migration20261121200000_people_from_the_left';

  override up(): void {
    this.addSql(people('left'));
  }

  override down(): void {
    this.addSql(people(''));
  }
}
