import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import type { PublicProfileResponse } from '../users/users.dto.js';

interface ProfileRow {
  id: string;
  name: string;
  handle: string;
  role: string;
  role_display_name: string;
  show_role_badge: boolean;
  avatar_url: string | null;
  bio: string;
  skills: string[];
  signature: string;
  location: string;
  website: string;
  post_count: number;
  reputation: number;
  created_at: Date;
}

/** Public profiles, which never include the email address. */
@Injectable()
export class ProfileQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly config: Config,
  ) {}

  /** Undefined for unknown and erased users. */
  async find(id: string): Promise<PublicProfileResponse | undefined> {
    if (!isId(id)) return undefined;
    const row = await this.database.one<ProfileRow>(
      `select u.id, u.name, u.handle, u.role, r.display_name as role_display_name, r.badge_visible as show_role_badge,
              p.avatar_url, u.bio, u.skills, u.signature, u.location, u.website, s.post_count, s.reputation,
              u.created_at
       from users u join people p on p.id = u.id join roles r on r.name = u.role join user_stats s on s.user_id = u.id
       where u.id = $1 and u.erased_at is null`,
      [id],
    );
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
