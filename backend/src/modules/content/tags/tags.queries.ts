import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { audiencesOf } from '../audience/audience.js';
import type { TagResponse } from './tags.dto.js';

const SUGGESTIONS = 20;

@Injectable()
export class TagsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** The most used tags with this prefix, counted over the actor's audiences; own drafts do not count. */
  async list(actor: Actor, prefix = ''): Promise<TagResponse[]> {
    const { rows } = await sql<TagResponse>`
      select (array_agg(t.name order by t.n desc, t.audience))[1] as name, sum(t.n)::int as count
      from content_tags t
      where t.tag like lower(${prefix.replace(/[\\%_]/g, '\\$&')}) || '%'
        and t.audience = any(${audiencesOf(actor)}::text[])
      group by t.tag order by count desc, t.tag limit ${SUGGESTIONS}`.execute(this.database.db);
    return rows;
  }
}
