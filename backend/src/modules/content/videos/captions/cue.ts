import { decodeHTMLStrict } from 'entities';
import type { Localized } from '../../../../platform/language/texts.js';

/** Markup of WebVTT and SRT, which is removed. Other text in angle brackets, such as `List<String>`, stays. */
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'rt', 'u', 'v', 'font', 's', 'strike', 'span', 'br', 'p']);
const MARKUP = /[<{&]/;
const TIME_TAG = /^\d{1,4}:\d{1,2}(?::\d{1,2})?[.,]?\d{0,3}$/;

/**
 * The words of a cue: without markup and settings such as {\an8}, with the names of speakers, readings of ruby text in
 * parentheses, and characters instead of entities. Reads the text once from start to end.
 * @param lines of the cue in its file
 */
export function toPlainText(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (!MARKUP.test(text)) return toLines(text);
  const writer = new PlainTextWriter();
  let at = 0;
  while (at < text.length) {
    const next = findMarkup(text, at);
    writer.write(text.slice(at, next));
    if (next === text.length) break;
    const end = text[next] === '<' ? endOfTag(text, next) : endOfSettings(text, next);
    const isMarkup = end !== undefined && (text[next] === '{' || writer.writeTag(text.slice(next + 1, end - 1)));
    if (!isMarkup) writer.write(text[next] ?? '');
    at = isMarkup ? end : next + 1;
  }
  return toLines(writer.finish());
}

/** Without spaces in a row, and without empty lines. */
const toLines = (text: string): string => text.split('\n').map(toOneLine).filter(Boolean).join('\n');

/** The position of the next `<` or `{\`, or the end of the text. */
function findMarkup(text: string, from: number): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === '<' || (text[at] === '{' && text[at + 1] === '\\')) return at;
  return text.length;
}

/** Ends at the next bracket, so that each character is looked at twice at most. */
function endOfTag(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '>') return at + 1;
    if (text[at] === '<') return undefined;
  }
  return undefined;
}

function endOfSettings(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '}') return at + 1;
    if (text[at] === '{' || text[at] === '\n') return undefined;
  }
  return undefined;
}

class PlainTextWriter {
  private readonly parts: string[] = [];
  private isInReading = false;

  write(source: string): void {
    this.parts.push(source.includes('&') ? decodeHTMLStrict(source) : source);
  }

  /** @returns whether this is a tag of captions */
  writeTag(content: string): boolean {
    const isEnd = content.startsWith('/');
    const [name, annotation] = splitTag(isEnd ? content.slice(1) : content);
    if (!isEnd && TIME_TAG.test(content)) return true;
    if (!TAGS.has(name)) return false;
    if (name === 'rt' || name === 'ruby') this.setReading(name === 'rt' && !isEnd);
    else if (name === 'v' && !isEnd && annotation) this.write(`${annotation}: `);
    else if (name === 'br') this.parts.push('\n');
    return true;
  }

  finish(): string {
    this.setReading(false);
    return this.parts.join('');
  }

  private setReading(isReading: boolean): void {
    if (this.isInReading) this.parts.push(')');
    if (isReading) this.parts.push('(');
    this.isInReading = isReading;
  }
}

/** Splits `v.loud.first Ann Lee` into v and "Ann Lee". */
function splitTag(content: string): [name: string, annotation: string] {
  const space = content.search(/\s/);
  const head = space < 0 ? content : content.slice(0, space);
  const dot = head.indexOf('.');
  const name = dot < 0 ? head : head.slice(0, dot);
  return [name.replace(/\/$/, '').toLowerCase(), space < 0 ? '' : toOneLine(content.slice(space))];
}

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
const EDGE_SPACES = ' \t\f\r\n';

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
  while (from < to && EDGE_SPACES.includes(text[from] ?? '')) from++;
  while (to > from && EDGE_SPACES.includes(text[to - 1] ?? '')) to--;
  return text.slice(from, to);
}

/** A caption: a text and when it is shown, in seconds. */
export interface Cue {
  start: number;
  end: number;
  /** plain text; may have several lines */
  text: string;
}

/** A cue of a file. Its end is null where the file has none that is later than its start. */
export type FileCue = Omit<Cue, 'end'> & { end: number | null };

/** What is wrong with a line of a caption file. */
export interface CaptionProblem {
  /** from 1 */
  line: number;
  /** a sentence that does not name the line */
  message: Localized;
  /** whether words of the file are missing in the result */
  isLoss: boolean;
}

export interface CaptionFile {
  format: 'webvtt' | 'srt';
  cues: FileCue[];
  problems: CaptionProblem[];
}

/** The text in one line, as transcripts have it. */
export const toOneLine = (text: string): string =>
  (UNUSUAL_SPACES.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** White space that is not a single space between words. */
const UNUSUAL_SPACES = /[^\S ]|  /;

const QUOTE_MAX = 60;

const quote = (line: string): string => {
  const text = toOneLine(line.slice(0, 4 * QUOTE_MAX));
  return `“${text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX).toWellFormed()}…` : text.toWellFormed()}”`;
};

/** @param at index of the line in the file */
export const notATime = (at: number, line: string): CaptionProblem => ({
  line: at + 1,
  message: (texts) => texts.content.notATime(quote(line)),
  isLoss: true,
});

export const notInACaption = (at: number, line: string): CaptionProblem => ({
  line: at + 1,
  message: (texts) => texts.content.notInACaption(quote(line)),
  isLoss: true,
});

export const endsTooEarly = (at: number): CaptionProblem => ({
  line: at + 1,
  message: (texts) => texts.content.captionEndsEarly,
  isLoss: false,
});
