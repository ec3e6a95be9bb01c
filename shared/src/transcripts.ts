/** A line of a transcript; `start` in seconds, null where the line has no time. */
export interface TranscriptLine {
  start: number | null;
  text: string;
}

/** 1:05, 1:05.250 or 1:02:03. Below 60 are seconds, and minutes after hours. */
const TIME = /^(?:\d{1,4}:0{0,2}[0-5]?\d|\d{1,4}):[0-5]\d(?:[.,]\d{1,3})?$/;
const TIME_MAX_LENGTH = '9999:059:59.999'.length;

/** @returns seconds; undefined when the text is no time of a transcript */
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
export function parseLine(line: string): TranscriptLine {
  const space = line.slice(0, TIME_MAX_LENGTH + 1).search(/\s/);
  const start = space < 0 ? undefined : parseTime(line.slice(0, space));
  return start === undefined ? { start: null, text: line } : { start, text: line.slice(space).trim() };
}

/** The lines of a stored transcript that have text, each optionally beginning with its time. */
export function parseTranscript(transcript: string): TranscriptLine[] {
  return transcript
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(parseLine);
}
