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
  message: string;
  /** whether words of the file are missing in the result */
  isLoss: boolean;
}

export interface CaptionFile {
  format: 'webvtt' | 'srt';
  cues: FileCue[];
  problems: CaptionProblem[];
}

/** The text in one line, as transcripts have it. */
export const toOneLine = (text: string): string => (SPACES.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** White space that is not a single space between words. */
const SPACES = /[^\S ]|  /;

const QUOTE_MAX = 60;

const quote = (line: string): string => {
  const text = toOneLine(line.slice(0, 4 * QUOTE_MAX));
  return `“${text.length > QUOTE_MAX ? `${text.slice(0, QUOTE_MAX).toWellFormed()}…` : text.toWellFormed()}”`;
};

/** @param at index of the line in the file */
export const notATime = (at: number, line: string): CaptionProblem => ({
  line: at + 1,
  message: `${quote(line)} is not a time.`,
  isLoss: true,
});

export const notInACaption = (at: number, line: string): CaptionProblem => ({
  line: at + 1,
  message: `${quote(line)} belongs to no caption.`,
  isLoss: true,
});

export const endsTooEarly = (at: number): CaptionProblem => ({
  line: at + 1,
  message: 'The caption ends before it begins. Its end was left out.',
  isLoss: false,
});
