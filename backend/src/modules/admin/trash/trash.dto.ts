import { ApiProperty } from '@nestjs/swagger';
import { QueryFlagField } from '../../../platform/http/validation/fields.js';
import { CursorQuery, NextCursorProperty } from '../../../platform/http/pagination/pagination.js';

export const trashTypes = ['document', 'video', 'thread', 'post', 'comment'] as const;
export type TrashType = (typeof trashTypes)[number];

export class TrashQuery extends CursorQuery {
  @QueryFlagField({
    label: 'all',
    description: 'what others deleted, too, where the requester may delete any item of a type',
    optional: true,
  })
  all?: boolean;
}

class TrashUserResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
}

export class TrashItemResponse {
  @ApiProperty({ enum: trashTypes, enumName: 'TrashType' }) type!: TrashType;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'of the item, or of what it belongs to', example: 'Getting started' }) title!: string;
  @ApiProperty({ format: 'date-time' }) deleted_at!: string;
  @ApiProperty({ type: TrashUserResponse, nullable: true }) deleted_by!: TrashUserResponse | null;
  @ApiProperty({ format: 'date-time', description: 'from when on the item is deleted for good' }) purge_at!: string;
}

export class TrashResponse {
  @ApiProperty({ description: 'deleted last first', type: [TrashItemResponse] }) items!: TrashItemResponse[];
  @NextCursorProperty() next_cursor!: string | null;
  @ApiProperty({ type: 'integer', description: 'how many days items stay in the trash', example: 30 })
  retention_days!: number;
}

export class RestoredResponse {
  @ApiProperty({ description: 'a sentence to show to the user', example: 'Document restored.' }) message!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/getting-started' }) url!: string;
}
