import type { FileCue } from './cue.js';

export type CueTimes = Pick<FileCue, 'start' | 'end'>;

export const ARROW = '-->';

/** Longer lines contain no times. */
const MAX_LINE = 1000;
/** As in transcripts. */
const MAX_HOURS = 10_000;

/** Of WebVTT: minutes and seconds of two digits, milliseconds of three, hours of two or more digits or none. */
const VTT_TIME = /^(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})(?!\d)/;
/** Programs that write SRT leave out digits and hours, and write points, colons and spaces. */
const SRT_TIME = /^(?:(\d{1,4}) ?: ?)?(\d{1,4}) ?: ?(\d{1,2})(?: ?[,.:;] ?(\d{1,9}))?(?!\d)/;

/** White space of HTML, which is less than that of JavaScript. */
const SPACES = ' \t\f\r\n';

/** The times in a line of WebVTT, which settings may follow; undefined where the standard reads none. */
export const parseVttTimes = (line: string): CueTimes | undefined =>
  parseTimes(line, (text) => toTime(VTT_TIME.exec(text), { maxMinutes: 59 }));

/** The times in a line of SRT, which a position may follow. */
export const parseSrtTimes = (line: string): CueTimes | undefined =>
  parseTimes(line, (text) => toTime(SRT_TIME.exec(text), { maxMinutes: 9999 }));

interface Time {
  seconds: number;
  /** of its text */
  length: number;
}

function parseTimes(line: string, parse: (text: string) => Time | undefined): CueTimes | undefined {
  const arrow = line.length > MAX_LINE ? -1 : line.indexOf(ARROW);
  if (arrow < 0) return undefined;
  const before = trim(line.slice(0, arrow));
  const [start, end] = [parse(before), parse(trim(line.slice(arrow + ARROW.length)))];
  if (!start || !end || start.length < before.length) return undefined;
  return { start: start.seconds, end: end.seconds > start.seconds ? end.seconds : null };
}

/** @param options.maxMinutes of times without hours */
function toTime(match: RegExpExecArray | null, { maxMinutes }: { maxMinutes: number }): Time | undefined {
  if (!match) return undefined;
  const [text, hours, minutes, seconds, fraction = '0'] = match;
  if (Number(minutes) > (hours === undefined ? maxMinutes : 59)) return undefined;
  if (Number(seconds) > 59 || Number(hours ?? 0) >= MAX_HOURS) return undefined;
  const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
  return { seconds: whole + Math.round(Number(`0.${fraction}`) * 1000) / 1000, length: text.length };
}

function trim(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && SPACES.includes(text[from] ?? '')) from++;
  while (to > from && SPACES.includes(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}
