import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';
import { MAX_TITLE } from '../shared/forum-limits.js';

export const similarTypes = ['thread', 'document', 'video'] as const;
type SimilarType = (typeof similarTypes)[number];

export class SimilarQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'The title',
    description: 'the title typed so far',
    singleLine: true,
    max: MAX_TITLE,
    optional: true,
    example: 'How do I restore a backup?',
  })
  title?: string;
}

export class SimilarItemResponse {
  @ApiProperty({ enum: similarTypes, enumName: 'SimilarItemType' }) type!: SimilarType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Backups with PostgreSQL' }) title!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/backups' }) url!: string;
  @ApiProperty({ type: 'boolean', description: 'null for documents and videos', nullable: true })
  is_solved!: boolean | null;
  @ApiProperty({ type: 'integer', description: 'null for documents and videos', nullable: true })
  reply_count!: number | null;
}
