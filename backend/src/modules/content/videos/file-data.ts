import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { WithoutProblem } from '../../../platform/http/validation/fields.js';

/** 10 MB in base64, with the start of a data: URL. */
const MAX_CHARACTERS = Math.ceil((10 * 1024 ** 2) / 3) * 4 + 100;
const DATA_URL = /^data:[\w.+-]{1,40}\/[\w.+-]{1,40};base64,/;

/** A small video file in base64, bare or as a data: URL. */
export const FileDataField = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: String,
      format: 'byte',
      description: 'a small video file in base64, bare or as a data: URL, at most 10 MB; upload larger ones',
      maxLength: MAX_CHARACTERS,
      required: false,
      example: 'AAAAGGZ0eXBpc29t',
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value)),
    WithoutProblem('isFileData', problemOf),
  );

/** Not by one regular expression for the whole text: those of this length exceed the stack. */
function problemOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length > MAX_CHARACTERS) return 'The video file must have at most 10 MB.';
  if (typeof value !== 'string' || /[^\w+/=-]/.test(withoutPrefix(value))) return 'The video file must be in base64.';
  return undefined;
}

const withoutPrefix = (data: string): string => data.slice(DATA_URL.exec(data)?.[0].length ?? 0);

/** Decodes base64. Whether the bytes are a video is checked later. */
export const fileDataBytes = (data: string): Buffer => Buffer.from(withoutPrefix(data), 'base64');
