import { invalid } from '../../../../platform/errors/domain-error.js';
import { countTimes, readTranscript } from '../transcript.js';
import type { CaptionProblem, FileCue } from './cue.js';
import { readCaptions } from './read-captions.js';

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
const TOO_MANY = `The transcript can have at most ${MAX_CAPTIONS.toLocaleString('en-US')} lines with a time.`;

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
  if (countTimes(read.transcript) > MAX_CAPTIONS) throw invalid([{ field: 'transcript', message: TOO_MANY }]);
  return { transcript: read.transcript, cues: fileCues.concat(read.cues) };
}

function requireCues(vtt: string): FileCue[] {
  const file = readCaptions(vtt);
  if (!file) throw invalid([{ field: 'captions_vtt', message: 'This file has no captions in WebVTT or SRT format.' }]);
  requireComplete('captions_vtt', file.problems);
  return file.cues;
}

function requireComplete(field: string, problems: readonly CaptionProblem[]): void {
  const lost = problems.filter(({ isLoss }) => isLoss);
  if (lost.length) throw invalid([{ field, message: describe(lost) }]);
}

function describe(problems: readonly CaptionProblem[]): string {
  const named = problems.slice(0, MAX_NAMED).map(({ line, message }) => `Line ${line}: ${message}`);
  const more = problems.length - named.length;
  return [...named, ...(more ? [`${more} more ${more === 1 ? 'line' : 'lines'} cannot be read.`] : [])].join(' ');
}
