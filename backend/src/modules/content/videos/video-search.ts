import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { formatTime, parseTranscript } from '@hub/shared/transcripts';
import { type IndexedTexts, ItemSearchSource } from '../items/item-search.source.js';
import { isShortMarkdown, type MarkdownSection, readMarkdown } from '@hub/shared/markdown/sections';
import { type SearchPiece, type SearchText, getSearchText } from '../search/search-text.js';
import { type ParsedSearchText, SearchTextParser } from '../search/search-text-parser.js';
import type { VideoFields } from './video.js';

/** The index stores so many pieces of a transcript; several short lines of a long one share a piece. */
const MAX_TRANSCRIPT_PIECES = 1500;

/** The texts of videos, for indexing in the background. */
export const videoTexts = (parser: SearchTextParser): IndexedTexts => ({
  kind: 'video',
  join: sql`join videos v on v.item_id = i.id`,
  text: sql`
    jsonb_build_object('description', v.description, 'chapters', v.chapters, 'transcript', v.transcript)::text`,
  parse: async (text, id) => {
    const video = JSON.parse(text) as VideoFields;
    const description = await parser.parseInBackground(video.description, id);
    return description && { ...description, text: joinTexts(description.text.pieces, video) };
  },
});

/** Makes videos searchable. */
@Injectable()
export class VideoSearchSource {
  constructor(search: ItemSearchSource, parser: SearchTextParser) {
    search.register(videoTexts(parser));
  }
}

/** A long description is indexed as plain words until the indexer has parsed it. */
export function toSearchText(video: VideoFields): ParsedSearchText {
  const { description } = video;
  const isShort = isShortMarkdown(description);
  if (!isShort)
    return { text: joinTexts([{ heading: null, anchor: '', text: description }], video), isProvisional: true };
  const { sections, ...references } = readMarkdown(description);
  return { text: joinTexts(sections, video), references, isProvisional: false };
}

/**
 * The words of a video: a chapter or a line of the transcript opens the video at its time. Only the description is
 * Markdown; pages show the other texts as they are.
 */
function joinTexts(
  description: readonly MarkdownSection[],
  { chapters, transcript }: Pick<VideoFields, 'chapters' | 'transcript'>,
): SearchText {
  const text = getSearchText([
    ...description,
    ...chapters.map(({ title, start_time, description: about }) => ({
      heading: title,
      anchor: getAnchor(start_time),
      text: about,
    })),
    ...transcriptPieces(transcript),
  ]);
  return { ...text, pieces: text.pieces.map(withTimeAsHeading) };
}

/** The address of a second of the video, relative to its page. */
const getAnchor = (seconds: number): string => `?t=${Math.floor(seconds)}`;

/** Results name the time; it is no word of the video, so it is added after the words were collected. */
const withTimeAsHeading = (piece: SearchPiece): SearchPiece =>
  piece.heading === null && piece.anchor ? { ...piece, heading: formatTime(Number(piece.anchor.slice(3))) } : piece;

/** Lines without a time belong to the line before. */
function transcriptPieces(transcript: string): SearchPiece[] {
  const lines = parseTranscript(transcript);
  const minLength = lines.length > MAX_TRANSCRIPT_PIECES ? Math.ceil(transcript.length / MAX_TRANSCRIPT_PIECES) : 0;
  const pieces: SearchPiece[] = [];
  for (const { start, text } of lines) {
    const last = pieces.at(-1);
    if (last && (start === null || last.text.length < minLength)) last.text += `\n${text}`;
    else pieces.push({ heading: null, anchor: start === null ? '' : getAnchor(start), text });
  }
  return pieces;
}
