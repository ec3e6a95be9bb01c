import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { timedLines, countTimes, readTranscript } from '../transcript.js';
import { type CaptionProblem, type Cue, type FileCue, toOneLine } from './cue.js';
import { readCaptions } from './read-captions.js';
import { invalid } from '../../../../platform/errors/domain-error.js';
import { Database } from '../../../../platform/database/database.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import type { Texts } from '../../../../platform/language/texts.js';

const MARKUP = /[&<>]/;

/** How long a caption without an end is shown at most, in seconds. */
const MAX_CUE_SECONDS = 8;

/**
 * The captions of a transcript: its lines with a time. A line that is unchanged since `known` keeps its end and its
 * line breaks; others end with the next one, after a few seconds at most.
 * @param known cues of files, and of the transcript before; the first one wins
 */
export function toCues(transcript: string, known: Iterable<FileCue> = []): Cue[] {
  const ends = new Map<string, FileCue>();
  for (const cue of known) if (cue.end !== null && !ends.has(getKey(cue))) ends.set(getKey(cue), cue);
  // Backwards, so that each line knows the next later start, also where several begin at once.
  let [current, next] = [Infinity, Infinity];
  return timedLines(transcript)
    .toReversed()
    .map(({ start, text }) => {
      if (start < current) [current, next] = [start, current];
      const same = ends.size ? ends.get(getKey({ start, text })) : undefined;
      return { start, end: same?.end ?? Math.min(next, start + MAX_CUE_SECONDS), text: same?.text ?? text };
    })
    .toReversed();
}

const getKey = ({ start, text }: { start: number; text: string }): string =>
  `${Math.round(start * 1000)} ${toOneLine(text)}`;

/** @returns WebVTT, which {@link readCaptions} reads back to the same cues */
export function toWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text }) => `${vttTime(start)} --> ${vttTime(end)}\n${escapeCue(text)}\n`);
  return ['WEBVTT\n', ...blocks].join('\n');
}

function vttTime(time: number): string {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}.${pad(milliseconds % 1000, 3)}`;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

const escapeCue = (text: string): string =>
  !MARKUP.test(text) ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The transcript that a request brings, with captions of files. */
export interface RequestedTranscript {
  /** null when the request leaves it as it is */
  transcript: string | null;
  cues: FileCue[];
}

/** How many unreadable lines an error names. */
const MAX_NAMED = 3;

/** One per second for more than five hours. */
const MAX_CAPTIONS = 20_000;

/** @throws 400 when captions of a file cannot be read, and when there are too many */
export function requireTranscript({
  transcript,
  captions_vtt,
}: {
  transcript?: string | null;
  captions_vtt?: string | null;
}): RequestedTranscript {
  const fileCues = captions_vtt ? requireCues(captions_vtt) : [];
  if (transcript == null) return { transcript: null, cues: fileCues };
  const read = readTranscript(transcript);
  requireComplete('transcript', read.problems);
  if (countTimes(read.transcript) > MAX_CAPTIONS)
    throw invalid([{ field: 'transcript', message: (texts) => texts.content.tooManyCaptions(MAX_CAPTIONS) }]);
  return { transcript: read.transcript, cues: fileCues.concat(read.cues) };
}

function requireCues(vtt: string): FileCue[] {
  const file = readCaptions(vtt);
  if (!file) throw invalid([{ field: 'captions_vtt', message: (texts) => texts.content.noCaptions }]);
  requireComplete('captions_vtt', file.problems);
  return file.cues;
}

function requireComplete(field: string, problems: readonly CaptionProblem[]): void {
  const lost = problems.filter(({ isLoss }) => isLoss);
  if (lost.length) throw invalid([{ field, message: (texts) => describe(lost, texts) }]);
}

function describe(problems: readonly CaptionProblem[], texts: Texts): string {
  const { content } = texts;
  const named = problems
    .slice(0, MAX_NAMED)
    .map(({ line, message }) => content.line({ line, problem: message(texts) }));
  const more = problems.length - named.length;
  return [...named, ...(more ? [content.moreLines(more)] : [])].join(' ');
}

/** Where captions come from: a file as it is, or a transcript that was typed or edited. */
type CaptionSource = 'none' | 'uploaded' | 'edited';

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
export class VideoCaptionsService implements OnModuleInit {
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
  return { source: getSource(cues, fileCues), vtt, hash: createHash('sha256').update(vtt).digest('hex') };
}

function getSource(cues: readonly Cue[], fileCues: readonly FileCue[]): CaptionSource {
  if (!cues.length) return 'none';
  const isSame = (cue: Cue, i: number) =>
    cue.start === fileCues[i]?.start && toOneLine(cue.text) === toOneLine(fileCues[i].text);
  return cues.length === fileCues.length && cues.every(isSame) ? 'uploaded' : 'edited';
}
