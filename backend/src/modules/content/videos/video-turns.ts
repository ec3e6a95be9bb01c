import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import type { Lane } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';

/** The queue of uploaded videos to process. */
export const PROCESS_VIDEO = 'videos.process';

/** How many waiting jobs have a rank; the others of a lane follow them in the order of their creation. */
const RANKS = 50;
/** Priorities of jobs behind those with a rank. Long videos have priorities up to 0, all others higher ones. */
export const LAST_SHORT = 1;
export const LAST_LONG = -RANKS;
/** Lanes of the queue: long videos do not delay the others, whose length is unknown until their processing begins. */
export const VIDEO_LANES: readonly Lane[] = [{ minPriority: LAST_SHORT }, { maxPriority: LAST_SHORT - 1 }];

/** Seconds of processing that a video counts whose length is not known yet. */
const UNKNOWN_SECONDS = 60;

/**
 * Decides whose video is processed next in each lane: the one that would end first if all users had equal shares of the
 * processing. A user's share is what their videos took during the last day, and the length of those that wait before it,
 * the shortest first.
 */
@Injectable()
export class VideoTurns {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ranks the waiting videos. Never throws: the next video that begins or ends ranks them again. */
  async rank(): Promise<void> {
    try {
      await this.database.transaction(async () => {
        await this.database.query(`select pg_advisory_xact_lock(hashtextextended('video_turns', 0))`);
        await this.database.query(RANK_WAITING, [PROCESS_VIDEO, UNKNOWN_SECONDS, RANKS, LAST_SHORT, LAST_LONG]);
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'waiting videos were not ranked');
    }
  }
}

/** Jobs of long videos have their length in `seconds`, see ProcessVideoJob. */
const RANK_WAITING = `
  with jobs as (
    select j.id, j.priority, j.state, j.created_on, j.started_on, j.completed_on, i.author_id,
           j.data ? 'seconds' as is_long, coalesce((j.data->>'seconds')::float8, $2::float8) as seconds
    from pgboss.job j left join content_items i on i.id = (j.data->>'videoId')::uuid
    where j.name = $1 and (j.state in ('created', 'retry') or j.started_on > now() - interval '1 day')
  ), used as (
    select author_id, sum(extract(epoch from coalesce(completed_on, now()) - started_on)) as seconds
    from jobs where state in ('active', 'completed', 'failed') group by author_id
  ), waiting as (
    select j.id, j.priority, j.is_long, j.created_on,
           coalesce(u.seconds, 0) + sum(j.seconds) over (
             partition by j.author_id, j.is_long order by j.seconds, j.created_on, j.id
             rows unbounded preceding) as ends_at
    from jobs j left join used u on u.author_id = j.author_id
    where j.state in ('created', 'retry')
  ), ranked as (
    select id, is_long, row_number() over (partition by is_long order by ends_at, created_on, id) as rank from waiting
  ), priorities as (
    select id, (case when is_long then $5::int else $4::int end + greatest(0, $3::int - rank))::int as priority
    from ranked
  )
  update pgboss.job j set priority = p.priority
  from priorities p
  where j.name = $1 and j.id = p.id and j.state in ('created', 'retry') and j.priority <> p.priority`;
