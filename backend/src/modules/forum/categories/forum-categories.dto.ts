import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { Transform } from 'class-transformer';
import { CATEGORY_DESCRIPTION_MAX, CATEGORY_NAME_MAX } from '@hub/shared/limits';
import { TextField } from '../../../platform/http/validation/fields.js';
import { CategoryAbilities, CategoryFieldsRequest } from '../../content/index.js';

const NAME = { label: 'name', singleLine: true, min: 1, max: CATEGORY_NAME_MAX, example: 'Questions' } as const;
const DESCRIPTION = {
  label: 'description',
  max: CATEGORY_DESCRIPTION_MAX,
  min: 1,
  example: 'Ask how things are done',
} as const;

export class ForumCategoriesQuery {
  @ApiProperty({
    required: false,
    default: false,
    description: 'true: top-level categories with their `subcategories`; otherwise a flat list in the same order',
  })
  @Allow()
  @Transform(({ value }: { value: unknown }) => value === true || value === 'true')
  hierarchical: boolean = false;
}

/** The checks of a field that a class inherits stay, so that its description would remain optional. */
export class CreateForumCategoryRequest extends OmitType(CategoryFieldsRequest, ['description']) {
  @TextField(NAME)
  name!: string;

  @TextField(DESCRIPTION)
  description!: string;
}

/** What is omitted stays as it is; an empty parent makes it a top-level category. */
export class UpdateForumCategoryRequest extends CategoryFieldsRequest {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField({ ...DESCRIPTION, optional: true })
  declare description?: string;
}

export class ForumCategoryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Questions' }) name!: string;
  @ApiProperty({ description: 'alias of name', example: 'Questions' }) title!: string;
  @ApiProperty({ example: 'Ask how things are done' }) description!: string;
  @ApiProperty({ description: 'an emoji or the name of an icon; may be empty', example: '💬' }) icon!: string;
  @ApiProperty({ description: '#RRGGBB', example: '#3B82F6' }) color!: string;
  @ApiProperty({ description: 'null: top level', type: String, format: 'uuid', nullable: true }) parent_category_id!:
    | string
    | null;
  @ApiProperty({ type: String, nullable: true, example: 'Community' }) parent_title!: string | null;
  @ApiProperty({ description: 'position among its siblings, ascending' }) order_index!: number;
  @ApiProperty({ description: 'its own threads, without those of subcategories' }) thread_count!: number;
  @ApiProperty({ description: 'posts in its own threads that are neither deleted nor hidden' }) post_count!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) last_post_at!: string | null;
  @ApiProperty({
    type: 'integer',
    required: false,
    description:
      'its own threads with posts that the user has not read, among the hundred with the latest posts; 100: or more. ' +
      'Only in lists, absent for guests',
  })
  unread_count?: number;
  @ApiProperty({ description: 'only some groups read what is in it' }) is_restricted!: boolean;
  @ApiProperty({ type: [String], description: 'names of these groups; empty: administrators only', example: ['Sales'] })
  restricted_to!: string[];
  @ApiProperty({ type: CategoryAbilities }) abilities!: CategoryAbilities;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: () => [ForumCategoryResponse], description: 'in their order, with theirs; empty in flat lists' })
  subcategories!: ForumCategoryResponse[];
}
