import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { CHAPTERS_MAX, CHAPTER_DESCRIPTION_MAX, CHAPTER_TITLE_MAX } from '@hub/shared/limits';
import { formatTime } from '@hub/shared/transcripts';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { WithoutProblem } from '../../../platform/http/validation/fields.js';
import { cleanLine, isPostgresText } from '../../../platform/http/validation/text.js';
import { sourceTexts, type Localized, type Texts } from '../../../platform/language/texts.js';

/** In seconds: more than eleven days. */
const TIME_MAX = 1_000_000;
/** Longer texts are no number of seconds. */
const TIME_TEXT_MAX = 100;
/** Longer JSON is refused unparsed. */
const JSON_MAX = 6 * CHAPTERS_MAX * (CHAPTER_TITLE_MAX + CHAPTER_DESCRIPTION_MAX + 100);

/** A part of a video. */
export class Chapter {
  @ApiProperty({ example: 'Installation', minLength: 1, maxLength: CHAPTER_TITLE_MAX }) title!: string;
  @ApiProperty({
    description: 'where it begins, in whole seconds; values that are no number become 0',
    type: 'integer',
    minimum: 0,
    maximum: TIME_MAX,
    example: 65,
  })
  start_time!: number;
  @ApiProperty({
    description: 'plain text; may be empty',
    example: 'What you need before you start.',
    maxLength: CHAPTER_DESCRIPTION_MAX,
  })
  description!: string;
}

/** A list of chapters: a JSON array, or in forms a JSON array in a string. They are sorted by their start. */
export const ChaptersField = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      description: 'sorted by start_time; a form sends a JSON array as text',
      type: [Chapter],
      maxItems: CHAPTERS_MAX,
      required: false,
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => cleanChapters(value)),
    WithoutProblem('isChapters', findProblem),
  );

/** @returns the chapters as they are stored; values that are no list of objects stay unchanged and fail the check */
function cleanChapters(value: unknown): unknown {
  const list = typeof value === 'string' ? parseJson(value) : value;
  if (!Array.isArray(list) || list.length > CHAPTERS_MAX || !list.every(isObject)) return list;
  const cleaned = list.map(({ title, start_time, description }) => ({
    title: cleanLine(title, CHAPTER_TITLE_MAX),
    start_time: toSeconds(start_time),
    description: cleanDescription(description),
  }));
  return cleaned.toSorted((a, b) => a.start_time - b.start_time);
}

const MAX_NAMED = 3;

/** Names the chapters that begin at or after the end of the video, in a sentence; undefined when there is none. */
export function describeLateChapters(
  chapters: readonly Chapter[],
  durationSec: number | null | undefined,
  texts: Texts = sourceTexts,
): string | undefined {
  const late = durationSec == null ? [] : chapters.filter(({ start_time }) => start_time >= durationSec);
  const [first] = late;
  if (durationSec == null || !first) return undefined;
  const { content } = texts;
  const end = formatTime(durationSec);
  if (late.length === 1) return content.lateChapter({ title: first.title, start: formatTime(first.start_time), end });
  const names = late
    .slice(0, MAX_NAMED)
    .map(({ title, start_time }) => content.chapterAt({ title, start: formatTime(start_time) }));
  const others = late.length > MAX_NAMED ? [content.moreChapters(late.length - MAX_NAMED)] : [];
  const list = [...names, ...others];
  return content.lateChapters({ chapters: list.slice(0, -1).join(', '), last: list.at(-1) ?? '', end });
}

const cleanDescription = (description: unknown): unknown =>
  typeof description === 'string' ? normalizeLineEnds(description).trim() : (description ?? '');

const isShorter = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max;

function parseJson(text: string): unknown {
  if (text.length > JSON_MAX) return text;
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Other values than numbers become 0. */
function toSeconds(value: unknown): number {
  const number = isShorter(value, TIME_TEXT_MAX) && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.floor(number) : 0;
}

function findProblem(value: unknown): Localized | undefined {
  if (!Array.isArray(value) || !value.every(isObject)) return (texts) => texts.content.chaptersNoList;
  if (value.length > CHAPTERS_MAX) return (texts) => texts.content.tooManyChapters(CHAPTERS_MAX);
  for (const [i, { title, start_time, description }] of value.entries()) {
    const number = i + 1;
    if (!isPostgresText(title) || !title) return (texts) => texts.content.chapterNeedsTitle(number);
    if ((title as string).length > CHAPTER_TITLE_MAX) return (texts) => texts.content.chapterTitleTooLong(number);
    if ((start_time as number) < 0) return (texts) => texts.content.chapterTooEarly(number);
    if ((start_time as number) > TIME_MAX) return (texts) => texts.content.chapterTooLate(number);
    if (!isPostgresText(description)) return (texts) => texts.content.chapterDescriptionNoText(number);
    if ((description as string).length > CHAPTER_DESCRIPTION_MAX)
      return (texts) => texts.content.chapterDescriptionTooLong(number);
  }
  return undefined;
}
