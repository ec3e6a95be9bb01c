import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import type { ActivityEventResponse, ActivityFilter } from '../analytics.dto.js';
import { UserContributionsQueries } from './contributions.queries.js';

/** Types of content without a title. */
const UNTITLED = 'user';

interface ActivityListOptions {
  filter?: ActivityFilter;
  /** only events before the one with this id */
  before?: string | undefined;
  /** only events since this time */
  since?: Date | undefined;
  limit: number;
}

/** The activity log with the titles that an actor may see. */
@Injectable()
export class ActivityQueries {
  constructor(
    private readonly database: Database,
    private readonly contributions: UserContributionsQueries,
  ) {}

  /** The latest first. */
  async list(
    actor: Actor,
    { filter = 'all', before, since, limit }: ActivityListOptions,
  ): Promise<ActivityEventResponse[]> {
    const rows = await this.database.db
      .selectFrom((db) =>
        db
          .selectFrom('activity as e')
          .select(['e.id', 'e.action', 'e.content_type', 'e.content_id', 'e.user_id', 'e.created_at'])
          // Literals, which the partial index needs.
          .$if(filter !== 'all', (query) => query.where('e.action', filter === 'views' ? '=' : '<>', sql.lit('viewed')))
          .$if(before !== undefined, (query) => query.where('e.id', '<', before!))
          .$if(since !== undefined, (query) => query.where('e.created_at', '>=', since!))
          .orderBy('e.id', 'desc')
          // For an unknown limit, PostgreSQL plans to read a tenth of all events.
          .limit(sql.lit(limit))
          .as('a'),
      )
      .leftJoin('people as p', 'p.id', 'a.user_id')
      .select([
        'a.id',
        'a.action',
        'a.content_type',
        'a.content_id',
        'a.user_id',
        'a.created_at',
        'p.name as user_name',
      ])
      .orderBy('a.id', 'desc')
      .execute();
    const titled = rows.filter((row) => row.content_type !== UNTITLED).map((row) => row.content_id);
    const captions = await this.contributions.listCaptions([...new Set(titled)], actor);
    return rows.map(({ created_at, ...row }) => ({
      ...row,
      title: captions.get(row.content_id)?.title ?? null,
      url: captions.get(row.content_id)?.path ?? null,
      timestamp: created_at.toISOString(),
    }));
  }
}
