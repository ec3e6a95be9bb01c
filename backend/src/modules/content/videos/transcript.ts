import { formatTime, parseLine, parseTime, parseTranscript } from '@hub/shared/transcripts';
import { type CaptionFile, type CaptionProblem, type FileCue, toOneLine } from './captions/cue.js';
import { readCaptions, splitLines } from './captions/read-captions.js';

/** A transcript that was typed, or that is the content of a WebVTT or SRT file. */
interface ReadTranscript {
  /** the lines to store */
  transcript: string;
  /** of a file */
  cues: FileCue[];
  problems: CaptionProblem[];
}

export function readTranscript(text: string): ReadTranscript {
  const file = readCaptions(text);
  if (file) return { transcript: toTranscript(file), cues: file.cues, problems: file.problems };
  const lines = withTimesOfNextLine(splitLines(text).map((line) => line.trimEnd()));
  return { transcript: lines.join('\n').trim(), cues: [], problems: [] };
}

/** The lines of a transcript for the cues of a file. */
export const toTranscript = ({ cues }: Pick<CaptionFile, 'cues'>): string =>
  cues.map(({ start, text }) => `${formatTime(start)} ${toOneLine(text)}`).join('\n');

/** Lines that are only a time, as copied from the page of a video, and the text below become one line. */
function withTimesOfNextLine(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const text = line && line.trim();
    const before = text && (joined.at(-1)?.trim() ?? '');
    if (text && parseTime(before) !== undefined && parseTime(text) === undefined)
      joined[joined.length - 1] = parseLine(text).start === null ? `${before} ${text}` : line;
    else joined.push(line);
  }
  return joined;
}

/** Lines of the transcript with a time, in their order in the video; lines without one continue the line before. */
export function timedLines(transcript: string): { start: number; text: string }[] {
  const timed: { start: number; lines: string[] }[] = [];
  for (const { start, text } of parseTranscript(transcript)) {
    if (start !== null) timed.push({ start, lines: [text] });
    else timed.at(-1)?.lines.push(text);
  }
  return timed.map(({ start, lines }) => ({ start, text: lines.join('\n') })).sort((a, b) => a.start - b.start);
}

const isTimed = (line: string): boolean => parseLine(line.trim()).start !== null;

/** Whether a line of the transcript has a time. */
export const hasTimes = (transcript: string): boolean => transcript.split('\n').some(isTimed);

/** How many lines of the transcript have a time. */
export const countTimes = (transcript: string): number => transcript.split('\n').filter(isTimed).length;
