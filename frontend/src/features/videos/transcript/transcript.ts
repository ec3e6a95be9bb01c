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

/** A caption is shown until the next one begins, but not longer than this. */
const MAX_CUE_SECONDS = 8;

/**
 * The player decodes the entities of a caption and then inserts it as HTML. Texts are therefore escaped twice; a lone
 * ampersand stays, for players of devices, which show captions as they are.
 */
function escapeCueText(text: string): string {
  const html = text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  return html.replace(/&(?=#?\w+;)/g, '&amp;');
}

const formatCueTime = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** The captions of a transcript as WebVTT; undefined if no line has a time. */
export function createCaptions(lines: readonly TranscriptLine[]): string | undefined {
  const timed = lines.flatMap(({ start, text }) => (start === null ? [] : [{ start, text }]));
  if (timed.length === 0) return undefined;
  const cues = timed.map(({ start, text }, index) => {
    const end = Math.min(timed[index + 1]?.start ?? Infinity, start + MAX_CUE_SECONDS);
    return `${formatCueTime(start)} --> ${formatCueTime(Math.max(end, start + 0.1))}\n${escapeCueText(text)}`;
  });
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}
