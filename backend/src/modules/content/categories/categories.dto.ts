import { ApiProperty } from '@nestjs/swagger';
import { ColorField, IdField, NumberField, TextField } from '../../../platform/http/validation/fields.js';

export const DEFAULT_COLOR = '#3B82F6';

/** Fields that creating and editing share. */
class CategoryFieldsRequest {
  @TextField({
    label: 'The title',
    singleLine: true,
    min: 1,
    max: 80,
    optional: true,
    description: 'the same as name',
    example: 'Guides',
  })
  title?: string;

  @TextField({ label: 'The description', max: 500, optional: true, example: 'How things are done here' })
  description?: string;

  @TextField({
    label: 'The icon',
    singleLine: true,
    max: 40,
    optional: true,
    description: 'an emoji or an icon name',
    example: '🧭',
  })
  icon?: string;

  @ColorField({ label: 'The colour', optional: true, example: DEFAULT_COLOR })
  color?: string;

  @IdField({ label: 'The parent category', optional: true })
  parent_category_id?: string | null;

  @NumberField({ label: 'The order', min: 0, max: 100_000, optional: true })
  order_index?: number;
}

export class CreateCategoryRequest extends CategoryFieldsRequest {
  @TextField({
    label: 'The name',
    singleLine: true,
    min: 1,
    max: 80,
    optional: true,
    description: 'required, unless title is given',
    example: 'Guides',
  })
  name?: string;
}

/** What is omitted stays as it is; an empty parent makes it a top-level category. */
export class UpdateCategoryRequest extends CategoryFieldsRequest {
  @TextField({ label: 'The name', singleLine: true, min: 1, max: 80, optional: true, example: 'Guides' })
  name?: string;
}

export class DeleteCategoryQuery {
  @IdField({
    label: 'The category to move to',
    optional: true,
    description: 'where the documents and videos of the deleted category go',
  })
  move_to?: string;
}

export class CategoryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Guides' }) title!: string;
  @ApiProperty({ description: 'the same as title', example: 'Guides' }) name!: string;
  @ApiProperty({ example: 'How things are done here' }) description!: string;
  @ApiProperty({ description: 'an emoji or an icon name, may be empty', example: '🧭' }) icon!: string;
  @ApiProperty({ example: DEFAULT_COLOR }) color!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) parent_category_id!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Handbook' }) parent_title!: string | null;
  @ApiProperty() order_index!: number;
  @ApiProperty({ description: 'items in it that the asking person may see' }) content_count!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
