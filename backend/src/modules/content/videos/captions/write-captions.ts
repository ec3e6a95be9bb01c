import { timedLines } from '../transcript.js';
import { type Cue, type FileCue, toOneLine } from './cue.js';

const MARKUP = /[&<>]/;

/** How long a caption without an end is shown at most, in seconds. */
const MAX_CUE_SECONDS = 8;

/**
 * The captions of a transcript: its lines with a time. A line that is unchanged since `known` keeps its end and its
 * line breaks; others end with the next one, after a few seconds at most.
 * @param known cues of files, and of the transcript before; the first one wins
 */
export function toCues(transcript: string, known: Iterable<FileCue> = []): Cue[] {
  const ends = new Map<string, FileCue>();
  for (const cue of known) if (cue.end !== null && !ends.has(keyOf(cue))) ends.set(keyOf(cue), cue);
  // Backwards, so that each line knows the next later start, also where several begin at once.
  let [current, next] = [Infinity, Infinity];
  return timedLines(transcript)
    .toReversed()
    .map(({ start, text }) => {
      if (start < current) [current, next] = [start, current];
      const same = ends.size ? ends.get(keyOf({ start, text })) : undefined;
      return { start, end: same?.end ?? Math.min(next, start + MAX_CUE_SECONDS), text: same?.text ?? text };
    })
    .toReversed();
}

const keyOf = ({ start, text }: { start: number; text: string }): string =>
  `${Math.round(start * 1000)} ${toOneLine(text)}`;

/** @returns WebVTT, which {@link readCaptions} reads back to the same cues */
export function toWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text }) => `${vttTime(start)} --> ${vttTime(end)}\n${escapeCue(text)}\n`);
  return ['WEBVTT\n', ...blocks].join('\n');
}

function vttTime(time: number): string {
  const milliseconds = Math.round(time * 1000);
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}:${pad(seconds % 60)}.${pad(milliseconds % 1000, 3)}`;
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

const escapeCue = (text: string): string =>
  !MARKUP.test(text) ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
