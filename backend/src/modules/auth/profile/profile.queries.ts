import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { prepared } from '../../../platform/database/prepared.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { PublicProfileResponse } from '../users/users.dto.js';

const findProfiles = prepared((db, of: { id: RawBuilder<string> }) =>
  db
    .selectFrom('users as u')
    .innerJoin('people as p', 'p.id', 'u.id')
    .innerJoin('roles as r', 'r.name', 'u.role')
    .innerJoin('user_stats as s', 's.user_id', 'u.id')
    .select([
      'u.id',
      'u.name',
      'u.handle',
      'u.role',
      'r.display_name as role_display_name',
      'r.badge_visible as show_role_badge',
      'p.avatar_url',
      'u.bio',
      'u.skills',
      'u.signature',
      'u.location',
      'u.website',
      's.post_count',
      's.reputation',
      'u.created_at',
    ])
    .where('u.id', '=', of.id)
    .where('u.erased_at', 'is', null),
);
type ProfileRow = Awaited<ReturnType<typeof findProfiles>>[number];

/** Public profiles, which never include the email address. */
@Injectable()
export class ProfileQueries {
  constructor(
    private readonly reader: DatabaseReader,
    private readonly config: Config,
  ) {}

  /** Undefined for unknown and erased users. */
  async find(id: string): Promise<PublicProfileResponse | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await findProfiles(this.reader.db, { id });
    return row && toProfile(row, this.config.env.API_PREFIX);
  }
}

function toProfile(row: ProfileRow, prefix: string): PublicProfileResponse {
  const avatar = addApiPrefix(prefix, row.avatar_url);
  return {
    id: row.id,
    name: row.name,
    full_name: row.name,
    handle: row.handle,
    role: row.role,
    role_display_name: row.role_display_name,
    show_role_badge: row.show_role_badge,
    avatar_url: avatar,
    picture: avatar,
    bio: row.bio,
    profile_bio: row.bio,
    skills: row.skills,
    profile_skills: row.skills,
    signature: row.signature,
    location: row.location,
    website: row.website,
    post_count: row.post_count,
    reputation: row.reputation,
    join_date: row.created_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
