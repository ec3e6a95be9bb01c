import { ApiProperty, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Injectable, Controller, Get, Query } from '@nestjs/common';
import { TAG_MAX } from '@hub/shared/limits';
import { sql } from 'kysely';
import { EmptyAsUndefined } from '../../../platform/http/validation/fields.js';
import { SearchField } from '../../../platform/http/validation/search-field.js';
import { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { selectClosedCategories } from '../../auth/index.js';
import { isListed, type Reader, selectAudience, toReader, toReaderKey } from '../audience/audience.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';

class TagsQuery {
  @EmptyAsUndefined()
  @SearchField({ description: 'prefix of the tag, in any letter case', max: TAG_MAX })
  q?: string;
}

export class TagResponse {
  @ApiProperty({ example: 'PostgreSQL' }) name!: string;
  @ApiProperty({ description: 'number of documents and videos with it that the requester may see' }) count!: number;
}

const SUGGESTIONS = 20;

@Injectable()
export class TagsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
  ) {}

  /** The most used tags with this prefix, counted over the actor's audiences; own drafts do not count. */
  list(actor: Actor, prefix = ''): Promise<TagResponse[]> {
    const reader = toReader(actor);
    return this.cache.read(`tags ${toReaderKey(reader)} ${prefix}`, () => this.find(reader, prefix));
  }

  private async find(reader: Reader, prefix: string): Promise<TagResponse[]> {
    const isBegun = (tag: string) => sql`${sql.raw(tag)} like lower(${prefix.replace(/[\\%_]/g, '\\$&')}) || '%'`;
    // An index finds the items of a few tags.
    const isTagged = prefix
      ? sql`lower_each(i.tags) && array(select t.tag from content_tags t where ${isBegun('t.tag')})`
      : sql`true`;
    // The counters know no categories. What is in those that the reader may not read is usually a small part.
    const { rows } = await sql<TagResponse>`
      with closed as materialized (
        select lower(u.name) as tag, ${selectAudience('i')} as audience, count(*)::int as n
        from content_items i cross join lateral unnest(i.tags) u (name)
        where i.category_id in (${selectClosedCategories(reader)}) and ${isListed('i')} and ${isTagged}
          and ${isBegun('lower(u.name)')}
        group by 1, 2
      )
      select (array_agg(t.name order by t.n desc, t.audience))[1] as name, sum(t.n - coalesce(c.n, 0))::int as count
      from content_tags t left join closed c on (c.tag, c.audience) = (t.tag, t.audience)
      where ${isBegun('t.tag')} and t.audience = any(${reader.audiences}::text[])
      group by t.tag having sum(t.n - coalesce(c.n, 0)) > 0
      order by count desc, t.tag limit ${SUGGESTIONS}`.execute(this.database.db);
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
