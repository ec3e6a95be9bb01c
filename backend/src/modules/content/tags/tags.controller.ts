import { ApiProperty, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Injectable, Controller, Get, Query } from '@nestjs/common';
import { TAG_MAX } from '@hub/shared/limits';
import { sql } from 'kysely';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';
import { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { getAudiences } from '../audience/audience.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';

class TagsQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'The search text',
    description: 'prefix of the tag, in any letter case',
    singleLine: true,
    max: TAG_MAX,
    optional: true,
  })
  q?: string;
}

export class TagResponse {
  @ApiProperty({ example: 'PostgreSQL' }) name!: string;
  @ApiProperty({ description: 'number of documents and videos with it that the requester may see' }) count!: number;
}

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
        and t.audience = any(${getAudiences(actor)}::text[])
      group by t.tag order by count desc, t.tag limit ${SUGGESTIONS}`.execute(this.database.db);
    return rows;
  }
}

@ApiTags('documents')
@Controller('tags')
export class TagsController {
  constructor(private readonly queries: TagsQueries) {}

  @Get()
  @ApiOperation({
    summary: 'List tags by prefix',
    description: 'At most 20, the most used first. Counts include only content that the requester may see.',
  })
  @Public()
  @ApiOkResponse({ description: 'The tags', type: [TagResponse] })
  async listTags(@Query() { q }: TagsQuery, @CurrentActor() actor: Actor): Promise<TagResponse[]> {
    return this.queries.list(actor, q);
  }
}
