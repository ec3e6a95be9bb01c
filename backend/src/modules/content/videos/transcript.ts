/** A line of a transcript; `start` in seconds, null where the line has no time. */
export interface TranscriptLine {
  start: number | null;
  text: string;
}

/** How long a caption is shown at most, in seconds. */
const MAX_CUE_SECONDS = 8;

/**
 * 1:05, 1:05.250 or 1:02:03. Below 60 are seconds, and minutes after hours. The frontend reads transcripts by the same
 * rules.
 */
const TIME_PATTERN = String.raw`(?:\d{1,4}:0{0,2}[0-5]?\d|\d{1,4}):[0-5]\d(?:[.,]\d{1,3})?`;
const TIME = new RegExp(`^${TIME_PATTERN}$`);
const TIMED_LINE = new RegExp(String.raw`^(${TIME_PATTERN})\s+(.+)$`);
const HAS_TIMED_LINE = new RegExp(String.raw`^[^\S\n]*${TIME_PATTERN}[^\S\n]+\S`, 'm');
const CUE_TIMES = /^\s*([\d:.,]+)[ \t]+-->[ \t]+[\d:.,]+/;
/** WebVTT begins with its name; SRT with the number and the times of the first cue. */
const CAPTION_FILE = /^(?:WEBVTT(?:[ \t\n]|$)|\s*\d+[ \t]*\n[ \t]*[\d:.,]+[ \t]+-->)/;

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

/** @param transcript as it is stored */
export function parseTranscript(transcript: string): TranscriptLine[] {
  return transcript
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, time, text = ''] = TIMED_LINE.exec(line) ?? [];
      return time === undefined ? { start: null, text: line } : { start: parseTime(time) ?? null, text: text.trim() };
    });
}

/** The lines to store of a transcript that was typed, or that is the content of a WebVTT or SRT file. */
export function toStoredTranscript(text: string): string {
  const content = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (CAPTION_FILE.test(content)) return cuesOf(content).map(toLine).join('\n');
  return withTimesOfNextLine(content.split('\n').map((line) => line.trimEnd()))
    .join('\n')
    .trim();
}

/** Lines that are only a time, as copied from the page of a video, and the text below become one line. */
function withTimesOfNextLine(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1)?.trim() ?? '';
    if (line.trim() && TIME.test(before) && !TIME.test(line.trim()))
      joined[joined.length - 1] = TIMED_LINE.test(line.trim()) ? line : `${before} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

const toLine = ({ start, text }: TranscriptLine): string => (start === null ? text : `${formatTime(start)} ${text}`);

/** The cues of a WebVTT or SRT file; comments, styles and cues without text are left out. */
function cuesOf(content: string): TranscriptLine[] {
  return content.split(/\n(?:[^\S\n]*\n)+/).flatMap((block) => {
    const lines = block.split('\n');
    const at = lines.findIndex((line) => CUE_TIMES.test(line));
    const start = parseTime(CUE_TIMES.exec(lines[at] ?? '')?.[1] ?? '');
    const text = plainCue(lines.slice(at + 1).join(' '));
    return at >= 0 && start !== undefined && text ? [{ start, text }] : [];
  });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Removes markup, apart from the names of speakers. */
const plainCue = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/<v(?:\.[^\s>]*)? ([^<>]{1,100})>/g, '$1: ')
    .replace(/<\/?[a-z0-9][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_entity, name: string) => entities[name] ?? '')
    .trim();

/** Lines of the transcript with a time, in their order in the video; lines without one continue the line before. */
export function timedLines(transcript: string): { start: number; text: string }[] {
  const timed: { start: number; text: string }[] = [];
  for (const { start, text } of parseTranscript(transcript)) {
    const last = timed.at(-1);
    if (start !== null) timed.push({ start, text });
    else if (last) last.text = `${last.text}\n${text}`;
  }
  return timed.filter(({ text }) => text.trim()).sort((a, b) => a.start - b.start);
}

/** Whether the transcript has captions, without parsing all of it. */
export const hasTimes = (transcript: string): boolean => HAS_TIMED_LINE.test(transcript);

/** WebVTT. A caption ends where the next one begins, after a few seconds at most. */
export function toWebVtt(transcript: string): string {
  // Backwards, so that each caption knows the next later start, also where several begin at once.
  let [current, next] = [Infinity, Infinity];
  const cues = timedLines(transcript)
    .toReversed()
    .map(({ start, text }) => {
      if (start < current) [current, next] = [start, current];
      return `${vttTime(start)} --> ${vttTime(Math.min(next, start + MAX_CUE_SECONDS))}\n${escapeCue(text)}\n`;
    });
  return ['WEBVTT\n', ...cues.toReversed()].join('\n');
}

function vttTime(time: number): string {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map((part) => pad(part)).join(':')}.${pad(milliseconds % 1000, 3)}`;
}

const escapeCue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
