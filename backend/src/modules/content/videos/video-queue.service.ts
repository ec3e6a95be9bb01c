import { Inject, Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { isNotTrashed } from '../audience/audience.js';
import { beginAttempt, type Video } from './video.js';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { Jobs, type JobState, type Lane } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logger.js';

/** The queue of uploaded videos to process. */
export const PROCESS_VIDEO = 'videos.process';

/** The queue of videos of other services, which need no conversion and do not wait for those of others. */
export const PUBLISH_EMBED = 'videos.publish_embed';

/** How many waiting jobs have a rank; the others of a lane follow them in the order of their creation. */
const RANKS = 50;
/** Priorities of jobs behind those with a rank. Long videos have priorities up to 0, all others higher ones. */
export const LAST_SHORT = 1;
export const LAST_LONG = -RANKS;
/** Lanes of the queue: long videos do not delay the others, whose length is unknown until their processing begins. */
export const VIDEO_LANES: readonly Lane[] = [{ minPriority: LAST_SHORT }, { maxPriority: LAST_SHORT - 1 }];

/** Seconds of processing that a video counts whose length is not known yet. */
const UNKNOWN_SECONDS = 60;

const DAY_MS = 24 * 3600_000;

/** The data of the jobs that process videos. A job whose attempt is no longer that of the video has nothing to do. */
export interface ProcessVideoJob {
  videoId: string;
  attemptId: string;
  /** length of a video that waits among the long ones, once it is known to be one */
  seconds?: number;
  /** ISO time at which its result is dated, only of videos with a past */
  at?: string;
}

/** Whether an attempt is that of its video, over an alias of videos. A video in the trash has none. */
export const isCurrentAttempt = (
  video: string,
  { videoId, attemptId }: Pick<ProcessVideoJob, 'videoId' | 'attemptId'>,
): RawBuilder<boolean> =>
  sql`(${sql.ref(`${video}.item_id`)} = ${videoId}::uuid and ${sql.ref(`${video}.attempt_id`)} = ${attemptId}::uuid
    and exists (select 1 from content_items i where i.id = ${videoId}::uuid and ${isNotTrashed('i')}))`;

/**
 * Decides whose video is processed next in each lane: the one that would end first if all users had equal shares of the
 * processing. A user's share is what their videos took during the last day, and the length of those that wait before
 * it, the shortest first.
 */
@Injectable()
export class VideoQueueService {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Begins an attempt to process a video and queues its job, in the caller's transaction.
   * @param at dates its result back
   */
  async beginAttempt(video: Video, at?: Date): Promise<void> {
    const attempt = { videoId: video.item_id, attemptId: beginAttempt(video) };
    const job: ProcessVideoJob = { ...attempt, ...(at && { at: at.toISOString() }) };
    if (video.source_type !== 'UPLOAD') return this.jobs.send(PUBLISH_EMBED, job);
    await this.jobs.send(PROCESS_VIDEO, job, { priority: LAST_SHORT });
    this.database.afterCommit(() => void this.rank());
  }

  /** Queues a long video, in the caller's transaction. May be repeated. */
  queueAsLong(job: ProcessVideoJob & { seconds: number }): Promise<void> {
    return this.jobs.send(PROCESS_VIDEO, job, { id: job.attemptId, priority: LAST_LONG });
  }

  /** Ranks the waiting videos. Never throws: the next video that begins or ends ranks them again. */
  async rank(): Promise<void> {
    try {
      await this.database.transaction(async () => {
        await sql`select pg_advisory_xact_lock(hashtextextended('video_turns', 0))`.execute(this.database.db);
        const jobs = await this.jobs.listRecent<ProcessVideoJob>(PROCESS_VIDEO, new Date(Date.now() - DAY_MS));
        const authors = await this.findAuthors(jobs.map(({ data }) => data.videoId));
        await this.jobs.setPriorities(PROCESS_VIDEO, chooseTurns(jobs, authors));
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'waiting videos were not ranked');
    }
  }

  private async findAuthors(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.database.db
      .selectFrom('content_items')
      .select(['id', 'author_id'])
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute();
    return new Map(rows.map(({ id, author_id }) => [id, author_id]));
  }
}

type VideoJob = JobState<ProcessVideoJob>;

/**
 * @param authors of videos by their ids; videos that were deleted count as those of one user
 * @returns the priorities that change
 */
function chooseTurns(jobs: readonly VideoJob[], authors: ReadonlyMap<string, string>): Map<string, number> {
  const getAuthor = ({ data }: VideoJob) => authors.get(data.videoId) ?? '';
  const used = new Map<string, number>();
  for (const job of jobs.filter(({ isWaiting }) => !isWaiting)) addSeconds(used, getAuthor(job), job.seconds);
  const waiting = jobs.filter(({ isWaiting }) => isWaiting);
  const lanes: [VideoJob[], number][] = [
    [waiting.filter(({ data }) => data.seconds === undefined), LAST_SHORT],
    [waiting.filter(({ data }) => data.seconds !== undefined), LAST_LONG],
  ];
  const priorities = lanes.flatMap(([lane, last]) =>
    orderLane(lane, getAuthor, new Map(used)).map((job, i) => ({ job, priority: last + Math.max(0, RANKS - 1 - i) })),
  );
  const changed = priorities.filter(({ job, priority }) => job.priority !== priority);
  return new Map(changed.map(({ job, priority }) => [job.id, priority]));
}

/** @param used seconds of each author, to which those of the waiting videos are added */
const orderLane = (lane: VideoJob[], getAuthor: (job: VideoJob) => string, used: Map<string, number>): VideoJob[] =>
  lane
    .toSorted((a, b) => getLength(a) - getLength(b))
    .map((job) => ({ job, endsAt: addSeconds(used, getAuthor(job), getLength(job)) }))
    .toSorted((a, b) => a.endsAt - b.endsAt)
    .map(({ job }) => job);

const getLength = ({ data }: VideoJob): number => data.seconds ?? UNKNOWN_SECONDS;

/** @returns the sum afterwards */
function addSeconds(sums: Map<string, number>, key: string, seconds: number): number {
  const sum = (sums.get(key) ?? 0) + seconds;
  sums.set(key, sum);
  return sum;
}
