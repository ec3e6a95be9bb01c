import { formatTranscript, parseTime, type TranscriptLine } from './transcript';

/** WebVTT begins with its name; SRT with the number and the times of the first cue. */
const CAPTION_FILE = /^(?:WEBVTT(?:[ \t\n]|$)|\s*\d+[ \t]*\n[ \t]*[\d:.,]+[ \t]+-->)/;
const CUE_TIMES = /^\s*([\d:.,]+)[ \t]+-->[ \t]+[\d:.,]+/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/** Removes markup, apart from the names of speakers. */
const toPlainText = (cue: string): string =>
  cue
    .replace(/\s+/g, ' ')
    .replace(/<v(?:\.[^\s>]*)? ([^<>]{1,100})>/g, '$1: ')
    .replace(/<\/?[a-z0-9][^<>]*>/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .trim();

/** Comments, styles and cues without text are left out. */
function readCue(block: string): TranscriptLine[] {
  const lines = block.split('\n');
  const timesAt = lines.findIndex((line) => CUE_TIMES.test(line));
  const start = parseTime(CUE_TIMES.exec(lines[timesAt] ?? '')?.[1] ?? '');
  const text = toPlainText(lines.slice(timesAt + 1).join(' '));
  return start !== undefined && text !== '' ? [{ start, text }] : [];
}

/**
 * Reads a WebVTT or SRT file as a transcript, with the result that the server has for such a file.
 *
 * @returns undefined if the file contains no captions
 */
export function readCaptionFile(file: string): string | undefined {
  const content = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!CAPTION_FILE.test(content)) return undefined;
  const lines = content.split(/\n(?:[^\S\n]*\n)+/).flatMap(readCue);
  return lines.length === 0 ? undefined : formatTranscript(lines);
}
