/** A line of a transcript; lines without a time have none. */
export interface TranscriptLine {
  /** In seconds. */
  start: number | null;
  text: string;
}

/** The same as the server's. */
const TIME = /^(?:(\d{1,4}):)?(\d{1,4}):([0-5]\d)(?:[.,](\d{1,3}))?$/;
const TIME_MAX_LENGTH = '9999:059:59.999'.length;

/** Parses 1:05, 1:05.250 or 1:02:03 to seconds; undefined for anything else. */
export function parseTime(time: string): number | undefined {
  const [, hours, minutes, seconds, fraction = '0'] = TIME.exec(time) ?? [];
  if (minutes === undefined || (hours !== undefined && Number(minutes) > 59)) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

function parseLine(line: string): TranscriptLine {
  const space = line.slice(0, TIME_MAX_LENGTH + 1).search(/\s/);
  const start = space < 0 ? undefined : parseTime(line.slice(0, space));
  return start === undefined ? { start: null, text: line } : { start, text: line.slice(space).trim() };
}

/** Parses a stored transcript: plain lines, each optionally beginning with its time. */
export function parseTranscript(transcript: string): TranscriptLine[] {
  return transcript
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(parseLine);
}
