import { formatDuration, parseTime } from '../../../lib/time';

/** A line of a transcript; lines without a time have none. */
export interface TranscriptLine {
  /** In seconds. */
  start: number | null;
  text: string;
}

const TIMED_LINE = /^\s*((?:\d+:)?\d{1,3}:\d{2}(?:\.\d{1,3})?)(?:\s+|$)(.*)$/;

/** Parses a stored transcript: plain lines, each optionally beginning with its time. */
export function parseTranscript(transcript: string): TranscriptLine[] {
  return transcript
    .split(/\r?\n/)
    .map((line): TranscriptLine => {
      const [, time, text] = TIMED_LINE.exec(line) ?? [];
      const start = time === undefined ? undefined : parseTime(time);
      return start === undefined ? { start: null, text: line.trim() } : { start, text: (text ?? '').trim() };
    })
    .filter(({ text }) => text !== '');
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
