import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { WithoutProblem } from '../../../platform/http/validation/fields.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { type ContentKind, contentKinds } from '../../content/index.js';
import type { Localized } from '../../../platform/language/texts.js';

/** In seconds: more than eleven days. */
const SECOND_MAX = 1_000_000;
const ITEM_ID = { format: 'uuid', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' };

/** The document or video that a new thread is about. */
export class AboutItemRequest {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind', example: 'video' }) item_type!: ContentKind;
  @ApiProperty({ ...ITEM_ID, description: 'id of the document or video' }) item_id!: string;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: SECOND_MAX,
    nullable: true,
    required: false,
    description: 'the second of the video that the thread is about',
    example: 754,
  })
  second?: number | null;
}

/** The document or video that a thread is about. */
export class AboutItemResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind', example: 'video' }) item_type!: ContentKind;
  @ApiProperty(ITEM_ID) item_id!: string;
  @ApiProperty({ example: 'backups-explained' }) slug!: string;
  @ApiProperty({ example: 'Backups explained' }) title!: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'second of the video', example: 754 })
  second!: number | null;
}

/** {@link AboutItemRequest}, or nothing. */
export const AboutItemField = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: AboutItemRequest,
      required: false,
      nullable: true,
      description: 'a document or video that the author may see; the thread is listed on its page',
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => withKnownFields(value)),
    WithoutProblem('isAboutItem', findProblem),
  );

/** Invalid values stay unchanged and fail the check. */
function withKnownFields(value: unknown): unknown {
  if (!value || findProblem(value)) return value;
  const { item_type, item_id, second } = value as AboutItemRequest;
  return { item_type, item_id, second: second ?? null };
}

function findProblem(value: unknown): Localized | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return (texts) => texts.forum.aboutNoObject;
  const { item_type, item_id, second } = value as Record<keyof AboutItemRequest, unknown>;
  if (!contentKinds.some((kind) => kind === item_type))
    return ({ fields, validation }) => validation.choice({ field: fields.itemType, choices: contentKinds.join(', ') });
  if (typeof item_id !== 'string' || !isId(item_id)) return (texts) => texts.forum.aboutNoId;
  if (second === undefined || second === null) return undefined;
  if (item_type !== 'video') return (texts) => texts.forum.secondOfVideosOnly;
  return Number.isInteger(second) && (second as number) >= 0 && (second as number) <= SECOND_MAX
    ? undefined
    : (texts) => texts.forum.secondOutOfRange(SECOND_MAX);
}
