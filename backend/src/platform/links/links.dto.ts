import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { TextListField } from '../http/validation/fields.js';
import { type UnsearchedReason, unsearchedReasons } from '../text-extraction/extraction.js';

/** Addresses of one request. */
export const MAX_LINKS = 50;
const MAX_ADDRESS_LENGTH = 2000;

/** A parameter that is given once or several times; unlike other lists, its values may contain commas. */
const RepeatedTexts = (): PropertyDecorator =>
  applyDecorators(
    TextListField({
      label: 'addresses',
      description:
        'paths of this hub, or absolute addresses; repeated for several. Documents and videos by their id, slug or ' +
        'former slug, threads and their posts',
      maxItems: MAX_LINKS,
      max: MAX_ADDRESS_LENGTH,
      example: ['/docs/getting-started', '/videos/welcome?t=65'],
    }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value)),
  );

export class LinksQuery {
  @RepeatedTexts() address!: string[];
}

/** What an address leads to. */
export class LinkResponse {
  @ApiProperty({ description: 'as it was requested', example: '/docs/getting-started' }) address!: string;
  @ApiProperty({ description: 'document, video, thread, post or file', example: 'document' }) type!: string;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'the current title; of a post, that of its thread', example: 'Getting started' })
  title!: string;
  @ApiProperty({
    description: 'path of its page now, with the place in it that the address named',
    example: '/docs/getting-started#backups',
  })
  url!: string;
  @ApiProperty({
    description: 'plain text: the summary, or the beginning of a post; may be empty',
    example: 'What the hub is for, and your first steps in it.',
  })
  excerpt!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Ada Lovelace' }) author_name!: string | null;
  @ApiProperty({ description: 'null without a category', type: String, nullable: true, example: 'Guides' })
  category_name!: string | null;
  @ApiProperty({ description: 'null for types without one', type: String, nullable: true, example: 'PUBLISHED' })
  status!: string | null;
  @ApiProperty({ description: 'null for types without one', type: String, nullable: true, example: 'PUBLIC' })
  visibility!: string | null;
  @ApiProperty({ description: 'only its author and moderators see it' }) is_hidden!: boolean;
  @ApiProperty({
    description: 'address of an image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  thumbnail!: string | null;
  @ApiProperty({ description: 'of a video, in seconds', type: 'integer', nullable: true, example: 754 })
  duration_sec!: number | null;
  @ApiProperty({ description: 'of a thread', type: Boolean, nullable: true }) is_solved!: boolean | null;
  @ApiProperty({ description: 'of a thread', type: 'integer', nullable: true, example: 4 })
  reply_count!: number | null;
  @ApiProperty({ description: 'of a file', type: String, nullable: true, example: 'application/pdf' })
  media_type!: string | null;
  @ApiProperty({ description: 'of a file, in bytes', type: 'integer', nullable: true, example: 182_044 })
  size!: number | null;
  @ApiProperty({
    description:
      'why the search does not know the text of a file, or only a part of it (`cut`); null while it is not read yet, ' +
      'when all of it is searched, and for files without text',
    type: String,
    nullable: true,
    enum: unsearchedReasons,
    enumName: 'UnsearchedReason',
  })
  unsearched_reason!: UnsearchedReason | null;
}

export class LinksResponse {
  @ApiProperty({
    description: 'in the order of the addresses; those that lead to nothing the requester may see are missing',
    type: [LinkResponse],
  })
  links!: LinkResponse[];
}
