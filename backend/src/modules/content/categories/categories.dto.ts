import { ApiProperty } from '@nestjs/swagger';
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_ICON_MAX, CATEGORY_NAME_MAX, CATEGORY_ORDER_MAX } from '@hub/shared/limits';
import { ColorField, IdField, NumberField, TextField } from '../../../platform/http/validation/fields.js';

export const DEFAULT_COLOR = '#3B82F6';

/** Fields that creating and editing share; categories of the forum have the same. */
export class CategoryFieldsRequest {
  @TextField({
    label: 'The title',
    description: 'alias of name',
    singleLine: true,
    min: 1,
    max: CATEGORY_NAME_MAX,
    optional: true,
    example: 'Guides',
  })
  title?: string;

  @TextField({
    label: 'The description',
    max: CATEGORY_DESCRIPTION_MAX,
    optional: true,
    example: 'How things are done here',
  })
  description?: string;

  @TextField({
    label: 'The icon',
    description: 'an emoji or the name of an icon',
    singleLine: true,
    max: CATEGORY_ICON_MAX,
    optional: true,
    example: '🧭',
  })
  icon?: string;

  @ColorField({ label: 'The color', description: '#RRGGBB', optional: true, example: DEFAULT_COLOR })
  color?: string;

  @IdField({ label: 'The parent category', description: 'null or empty: top level', optional: true })
  parent_category_id?: string | null;

  @NumberField({
    label: 'The order',
    description: 'position among its siblings, ascending',
    min: 0,
    max: CATEGORY_ORDER_MAX,
    optional: true,
  })
  order_index?: number;
}

export class CreateCategoryRequest extends CategoryFieldsRequest {
  @TextField({
    label: 'The name',
    description: 'required unless title is given',
    singleLine: true,
    min: 1,
    max: CATEGORY_NAME_MAX,
    optional: true,
    example: 'Guides',
  })
  name?: string;
}

/** What is omitted stays as it is; an empty parent makes it a top-level category. */
export class UpdateCategoryRequest extends CategoryFieldsRequest {
  @TextField({ label: 'The name', singleLine: true, min: 1, max: CATEGORY_NAME_MAX, optional: true, example: 'Guides' })
  name?: string;
}

export class DeleteCategoryQuery {
  @IdField({
    label: 'The category to move to',
    description: 'id of the category that receives the documents and videos',
    optional: true,
  })
  move_to?: string;
}

export class CategoryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Guides' }) title!: string;
  @ApiProperty({ description: 'alias of title', example: 'Guides' }) name!: string;
  @ApiProperty({ example: 'How things are done here' }) description!: string;
  @ApiProperty({ description: 'an emoji or the name of an icon; may be empty', example: '🧭' }) icon!: string;
  @ApiProperty({ description: '#RRGGBB', example: DEFAULT_COLOR }) color!: string;
  @ApiProperty({ description: 'null: top level', type: String, format: 'uuid', nullable: true }) parent_category_id!:
    | string
    | null;
  @ApiProperty({ type: String, nullable: true, example: 'Handbook' }) parent_title!: string | null;
  @ApiProperty({ description: 'position among its siblings, ascending' }) order_index!: number;
  @ApiProperty({ description: 'number of documents and videos in it that the requester may see' })
  content_count!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
