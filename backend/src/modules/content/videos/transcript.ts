import { type CaptionFile, type CaptionProblem, type FileCue, toOneLine } from './captions/cue.js';
import { readCaptions, splitLines } from './captions/read-captions.js';

/** A line of a transcript; `start` in seconds, null where the line has no time. */
interface TranscriptLine {
  start: number | null;
  text: string;
}

/**
 * 1:05, 1:05.250 or 1:02:03. Below 60 are seconds, and minutes after hours. The frontend reads transcripts by the same
 * rules.
 */
const TIME = /^(?:\d{1,4}:0{0,2}[0-5]?\d|\d{1,4}):[0-5]\d(?:[.,]\d{1,3})?$/;
const TIME_MAX_LENGTH = '9999:059:59.999'.length;

/** @returns seconds; undefined when the text is no time */
export function parseTime(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const [seconds = 0, minutes = 0, hours = 0] = text.replace(',', '.').split(':').map(Number).toReversed();
  return hours * 3600 + minutes * 60 + seconds;
}

/** @returns for example 1:05, 1:05.250 or 1:02:03 */
export function formatTime(time: number): string {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const start = hours > 0 ? `${hours}:${pad(minutes)}` : String(minutes);
  const fraction = milliseconds % 1000;
  return `${start}:${pad(seconds % 60)}${fraction ? `.${pad(fraction, 3)}` : ''}`;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** @param line without spaces at its ends */
function parseLine(line: string): TranscriptLine {
  const space = line.slice(0, TIME_MAX_LENGTH + 1).search(/\s/);
  const start = space < 0 ? undefined : parseTime(line.slice(0, space));
  return start === undefined ? { start: null, text: line } : { start, text: line.slice(space).trim() };
}

/** @param transcript as it is stored */
export function parseTranscript(transcript: string): TranscriptLine[] {
  return transcript
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(parseLine);
}

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
    if (text && TIME.test(before) && !TIME.test(text))
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
