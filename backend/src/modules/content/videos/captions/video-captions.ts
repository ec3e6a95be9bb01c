import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import { type Cue, type FileCue, toOneLine } from './cue.js';
import { readCaptions } from './read-captions.js';
import { toCues, toWebVtt } from './write-captions.js';

/** Where captions come from: a file as it is, or a transcript that was typed or edited. */
export type CaptionSource = 'none' | 'uploaded' | 'edited';

/** Captions as they are stored. */
export interface StoredCaptions {
  source: CaptionSource;
  vtt: string;
  /** of `vtt` */
  hash: string;
}

const FILL_MISSING = 'videos.captions';
/** Videos in one transaction. */
const BATCH = 20;

/**
 * The captions of videos, which are made of the transcript when it is saved, so that players get a stored text. A row
 * may be missing for a while after the former version of the hub has saved a video.
 */
@Injectable()
export class VideoCaptions implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.define(FILL_MISSING, () => this.fillMissing(), { cron: '*/10 * * * *' });
  }

  /**
   * Makes the captions of a transcript that is going to be saved.
   * @param fileCues cues of a file that came with it
   */
  async prepare(
    videoId: string,
    transcript: string,
    fileCues: readonly FileCue[],
  ): Promise<{ captions: StoredCaptions; areStored: boolean }> {
    const stored = await this.database.db
      .selectFrom('video_captions')
      .select(['vtt', 'hash'])
      .where('video_id', '=', videoId)
      .executeTakeFirst();
    const captions = createCaptions(transcript, fileCues, stored && readCaptions(stored.vtt)?.cues);
    return { captions, areStored: captions.hash === stored?.hash };
  }

  /** Stores captions, in the transaction that has written the transcript: changing it deletes the captions. */
  async store(videoId: string, captions: StoredCaptions): Promise<void> {
    await this.database.db
      .insertInto('video_captions')
      .values({ video_id: videoId, ...captions })
      .onConflict((conflicting) => conflicting.column('video_id').doUpdateSet({ ...captions }))
      .execute();
  }

  /** Makes captions that are missing, some at a time. */
  async fillMissing(): Promise<void> {
    const { rows: videos } = await sql<{ id: string; transcript: string }>`
      select v.item_id as id, v.transcript from videos v
      where not exists (select 1 from video_captions c where c.video_id = v.item_id)
      order by v.item_id limit ${BATCH} for update of v skip locked`.execute(this.database.db);
    for (const { id, transcript } of videos) await this.store(id, createCaptions(transcript));
    if (videos.length === BATCH) await this.jobs.send(FILL_MISSING, {});
  }
}

/** @param stored cues before the edit */
export function createCaptions(
  transcript: string,
  fileCues: readonly FileCue[] = [],
  stored: readonly FileCue[] = [],
): StoredCaptions {
  const cues = toCues(transcript, [...fileCues, ...stored]);
  const vtt = toWebVtt(cues);
  return { source: sourceOf(cues, fileCues), vtt, hash: createHash('sha256').update(vtt).digest('hex') };
}

function sourceOf(cues: readonly Cue[], fileCues: readonly FileCue[]): CaptionSource {
  if (!cues.length) return 'none';
  const isSame = (cue: Cue, i: number) =>
    cue.start === fileCues[i]?.start && toOneLine(cue.text) === toOneLine(fileCues[i].text);
  return cues.length === fileCues.length && cues.every(isSame) ? 'uploaded' : 'edited';
}
