import { formatDuration } from '../../../lib/time';

/** A line of a transcript; lines without a time have none. */
export interface TranscriptLine {
  /** In seconds. */
  start: number | null;
  text: string;
}

/** The same as the server's. */
const TIME = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]\d)(?:[.,](\d{1,3}))?$/;
const TIMED_LINE = /^([\d:.,]+)\s+(.+)$/;

/** Parses 1:05, 1:05.250 or 1:02:03 to seconds; undefined for anything else. */
export function parseTime(time: string): number | undefined {
  const [, hours, minutes, seconds, fraction = '0'] = TIME.exec(time) ?? [];
  if (minutes === undefined || (hours !== undefined && Number(minutes) > 59)) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

function parseLine(line: string): TranscriptLine {
  const [, time = '', text = ''] = TIMED_LINE.exec(line) ?? [];
  const start = parseTime(time);
  return start === undefined ? { start: null, text: line } : { start, text };
}

/** Parses a stored transcript: plain lines, each optionally beginning with its time. */
export function parseTranscript(transcript: string): TranscriptLine[] {
  return transcript
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parseLine);
}

/** Formats a time as the transcript stores it, with milliseconds where there are some. */
function formatLineTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const fraction = milliseconds % 1000;
  const clock = formatDuration(Math.floor(milliseconds / 1000));
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(3, '0')}`;
}

export function formatTranscript(lines: readonly TranscriptLine[]): string {
  return lines.map(({ start, text }) => (start === null ? text : `${formatLineTime(start)} ${text}`)).join('\n');
}
