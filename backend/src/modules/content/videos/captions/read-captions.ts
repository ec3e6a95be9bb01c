import {
  ARROW,
  type CaptionFile,
  type CaptionProblem,
  type CueTimes,
  endsTooEarly,
  type FileCue,
  notATime,
  notInACaption,
  parseSrtTimes,
  parseVttTimes,
  toPlainText,
} from './cue.js';

const SIGNATURE = /^WEBVTT(?:[ \t]|$)/;
/** Times that may be wrong. */
const LIKE_TIMES = /^[\d:.,; ]{3,30}-->/;
const NUMBER = /^\d{1,9}$/;
/** Blocks of WebVTT that are no cues, also in the notation of its first drafts. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t:]|$)/;
const NOTE = /^NOTE(?:[ \t]|$)/;
/** Characters that tell the kind of a file. */
const BEGINNING = 2000;

/** @param text a file without its byte order mark, or with it */
export const splitLines = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);

/**
 * Reads the content of a WebVTT file as its standard says, or of an SRT file as programs write it.
 * @returns undefined when it is neither
 */
export function readCaptions(text: string): CaptionFile | undefined {
  // Most texts are no captions, which their beginning tells.
  const isWebVtt = SIGNATURE.test(splitLines(text.slice(0, BEGINNING))[0] ?? '');
  if (!isWebVtt && !isSrt(splitLines(text.trimStart().slice(0, BEGINNING)))) return undefined;
  const reader = new CueReader(splitLines(text));
  return isWebVtt ? { format: 'webvtt', ...readWebVtt(reader) } : { format: 'srt', ...readSrt(reader) };
}

/** SRT has no signature: it begins with the times of a cue, which usually have a number before them. */
function isSrt(lines: readonly string[]): boolean {
  const [first = '', second = ''] = firstLines(lines, 2);
  if (parseSrtTimes(first)) return true;
  return NUMBER.test(first.trim()) && (parseSrtTimes(second) !== undefined || LIKE_TIMES.test(second));
}

function firstLines(lines: readonly string[], count: number): string[] {
  const found: string[] = [];
  for (const line of lines) {
    if (found.length === count) break;
    if (line.trim() !== '') found.push(line);
  }
  return found;
}

/** Whether this line is meant to contain times. */
const isTimeLine = (line = ''): boolean => line.includes(ARROW) && /^\s{0,100}\d/.test(line);

/** Collects the cues of a file and what cannot be read. */
class CueReader {
  readonly cues: FileCue[] = [];
  readonly problems: CaptionProblem[] = [];

  constructor(readonly lines: readonly string[]) {}

  get result(): Pick<CaptionFile, 'cues' | 'problems'> {
    return { cues: this.cues, problems: this.problems };
  }

  /** @param times undefined where the line at `at` has none */
  addCue(at: number, times: CueTimes | undefined, lines: readonly string[]): void {
    if (!times) {
      this.problems.push(notATime(at, this.lines[at] ?? ''));
      return;
    }
    const text = toPlainText(lines);
    // Nothing is shown of a cue without words.
    if (!text) return;
    if (times.end === null) this.problems.push(endsTooEarly(at));
    this.cues.push({ ...times, text });
  }

  addStray(at: number): void {
    this.problems.push(notInACaption(at, this.lines[at] ?? ''));
  }
}

/** https://www.w3.org/TR/webvtt1/#file-parsing */
function readWebVtt(reader: CueReader): Pick<CaptionFile, 'cues' | 'problems'> {
  const { lines } = reader;
  const has = (at: number) => lines[at]?.includes(ARROW) ?? false;
  // The header ends with an empty line or at the first cue.
  let at = 1;
  while (at < lines.length && lines[at] !== '' && !has(at)) at++;
  while (at < lines.length) {
    if (lines[at] === '') {
      at++;
      continue;
    }
    // The line before the times is the name of the cue.
    const times = has(at) ? at : at + 1;
    const isCue = has(times);
    const end = endOfBlock(lines, isCue ? times + 1 : at + 1);
    const parsed = isCue ? parseVttTimes(lines[times] ?? '') : undefined;
    if (!isCue) addOther(reader, at);
    else if (parsed || !NOTE.test(lines[at] ?? '')) reader.addCue(times, parsed, lines.slice(times + 1, end));
    at = end;
  }
  return reader.result;
}

function addOther(reader: CueReader, at: number): void {
  if (!OTHER_BLOCK.test(reader.lines[at] ?? '')) reader.addStray(at);
}

/** A block ends at an empty line, or at the times of the next cue. */
function endOfBlock(lines: readonly string[], from: number): number {
  for (let end = from; end < lines.length; end++) if (lines[end] === '' || lines[end]?.includes(ARROW)) return end;
  return lines.length;
}

/** Empty lines and numbers may be missing, and cues may contain empty lines: only times separate cues. */
function readSrt(reader: CueReader): Pick<CaptionFile, 'cues' | 'problems'> {
  const { lines } = reader;
  const starts = lines.flatMap((line, at) => (isTimeLine(line) ? [at] : []));
  const hasNumbers = NUMBER.test(firstLines(lines, 1)[0]?.trim() ?? '');
  for (const [i, start] of starts.entries()) {
    const next = starts[i + 1];
    const end = next === undefined ? lines.length : beforeNumber(lines, next, hasNumbers);
    reader.addCue(start, parseSrtTimes(lines[start] ?? ''), lines.slice(start + 1, Math.max(start + 1, end)));
  }
  return reader.result;
}

/** The end of a cue before the times at `at`, which a number may precede. */
function beforeNumber(lines: readonly string[], at: number, hasNumbers: boolean): number {
  const isNumber = NUMBER.test(lines[at - 1]?.trim() ?? '');
  return isNumber && (hasNumbers || lines[at - 2]?.trim() === '') ? at - 1 : at;
}
