import { formatTranscript } from './transcript';

/** Formatting of WebVTT and SRT, such as <v Ada>, <i> and <00:01.000>. */
const TAGS = /<[^<>]*>/g;
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

/**
 * Reads a WebVTT or SRT file as a transcript.
 *
 * @returns undefined if the file contains no captions
 */
export async function readCaptionFile(name: string, content: string): Promise<string | undefined> {
  const { parseText } = await import('media-captions');
  const isSrt = name.toLowerCase().endsWith('.srt') || !content.trimStart().startsWith('WEBVTT');
  const { cues } = await parseText(content.replace(/^\uFEFF/, ''), { type: isSrt ? 'srt' : 'vtt' });
  const lines = cues.map(({ startTime, text }) => ({
    start: startTime,
    text: text
      .replace(TAGS, '')
      .replace(/&(?:amp|lt|gt|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
      .replace(/\s+/g, ' ')
      .trim(),
  }));
  const spoken = lines.filter(({ text }) => text !== '').sort((a, b) => a.start - b.start);
  return spoken.length === 0 ? undefined : formatTranscript(spoken);
}
