import { ApiProperty } from '@nestjs/swagger';
import { FlagField, IdField } from '../../../platform/http/validation/fields.js';
import { CursorQuery, NextCursorProperty } from '../../../platform/http/pagination/pagination.js';
import { type ContentKind, contentKinds, type ContentStatus, contentStatuses } from '../audience/audience.js';
import { PageRefResponse } from '../items/item-trail.js';

export class TreeLevelQuery extends CursorQuery {
  @IdField({
    label: 'parentPage',
    description: 'the page whose children are listed; the root level by default',
    optional: true,
  })
  parent_id?: string;
}

export class TreeItemResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ enum: contentStatuses, enumName: 'ContentStatus' }) status!: ContentStatus;
  @ApiProperty({ description: 'whether it has children that the requester may see' }) has_children!: boolean;
  @ApiProperty({
    description: 'in a series the number among its siblings, from 1; null in other categories',
    type: 'integer',
    nullable: true,
    example: 2,
  })
  number!: number | null;
  @ApiProperty({
    description: 'in a series whether the requester has read or watched it to the end; null in other categories',
    type: Boolean,
    nullable: true,
  })
  is_done!: boolean | null;
  @ApiProperty({ description: 'whether the requester may move it' }) can_move!: boolean;
}

export class TreeLevelResponse {
  @ApiProperty({ type: [TreeItemResponse] }) items!: TreeItemResponse[];
  @NextCursorProperty() next_cursor!: string | null;
}

export class SetPositionRequest {
  @IdField({ label: 'category' })
  category_id!: string;

  @IdField({ label: 'parentPage', description: 'null or omitted: the root level of the category', optional: true })
  parent_id?: string | null;

  @IdField({
    label: 'siblingBefore',
    description: 'the page with the same parent that is before it; null: the first place; omitted: the last one',
    optional: true,
  })
  after_id?: string | null;
}

export class SetProgressRequest {
  @FlagField({ label: 'isDone', description: 'false forgets it', example: true })
  is_done!: boolean;
}

export class ProgressResponse {
  @ApiProperty({ description: 'whether the requester has read or watched it to the end' }) is_done!: boolean;
}

export class PositionResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) category_id!: string;
  @ApiProperty({ description: 'null: the root level', type: String, format: 'uuid', nullable: true })
  parent_id!: string | null;
}

export class PagesBelowResponse {
  @ApiProperty({
    description: 'number of pages that the requester may see, of all levels',
    type: 'integer',
    example: 5,
  })
  count!: number;
}

export class SeriesProgressResponse {
  @ApiProperty({
    description: 'the first page that is not done, in reading order; null when all are',
    type: PageRefResponse,
    nullable: true,
  })
  next!: PageRefResponse | null;
  @ApiProperty({
    description: 'number of pages that the requester has read or watched to the end',
    type: 'integer',
    example: 3,
  })
  done!: number;
  @ApiProperty({ description: 'number of pages that the requester may see', type: 'integer', example: 8 })
  total!: number;
}

export class NeighboursResponse {
  @ApiProperty({ description: 'null for the first page', type: PageRefResponse, nullable: true })
  previous!: PageRefResponse | null;
  @ApiProperty({ description: 'null for the last page', type: PageRefResponse, nullable: true })
  next!: PageRefResponse | null;
}
