import { ApiProperty } from '@nestjs/swagger';
import {
  CATEGORY_DESCRIPTION_MAX,
  CATEGORY_ICON_MAX,
  CATEGORY_NAME_MAX,
  CATEGORY_ORDER_MAX,
  SELECTED_ITEMS_MAX,
} from '@hub/shared/limits';
import { type Visibility, visibilities } from '../audience/audience.js';
import {
  ChoiceField,
  ColorField,
  FlagField,
  IdField,
  IdListField,
  NumberField,
  TextField,
} from '../../../platform/http/validation/fields.js';

export const DEFAULT_COLOR = '#3B82F6';

const RULE_GROUPS_MAX = 100;

const GroupsField = (options: { description: string; nullable?: boolean; optional?: boolean }) =>
  IdListField({ label: 'groups', minItems: 0, maxItems: RULE_GROUPS_MAX, ...options });

const READ = { nullable: true, description: 'the groups that read; null: as each item says' } as const;
const WRITE = { nullable: true, description: 'the groups that write; null: all who may read' } as const;
const MODERATE = {
  optional: true,
  description: 'the groups that act in it as moderators of the forum, or as editors and reviewers',
} as const;

/** Which groups may read, write and moderate in a category; each level includes those before it. */
export class CategoryAccessRequest {
  @GroupsField(READ) read_group_ids!: string[] | null;
  @GroupsField(WRITE) write_group_ids!: string[] | null;
  @GroupsField(MODERATE) moderate_group_ids?: string[];
}

/** Fields that creating and editing share; categories of the forum have the same. */
export class CategoryFieldsRequest {
  @TextField({
    label: 'title',
    description: 'alias of name',
    singleLine: true,
    min: 1,
    max: CATEGORY_NAME_MAX,
    optional: true,
    example: 'Guides',
  })
  title?: string;

  @TextField({
    label: 'description',
    max: CATEGORY_DESCRIPTION_MAX,
    optional: true,
    example: 'How things are done here',
  })
  description?: string;

  @TextField({
    label: 'icon',
    description: 'an emoji or the name of an icon',
    singleLine: true,
    max: CATEGORY_ICON_MAX,
    optional: true,
    example: '🧭',
  })
  icon?: string;

  @ColorField({ label: 'color', description: '#RRGGBB', optional: true, example: DEFAULT_COLOR })
  color?: string;

  @IdField({ label: 'parentCategory', description: 'null or empty: top level', optional: true })
  parent_category_id?: string | null;

  @NumberField({
    label: 'order',
    description: 'position among its siblings, ascending',
    min: 0,
    max: CATEGORY_ORDER_MAX,
    optional: true,
  })
  order_index?: number;

  @GroupsField({ ...READ, optional: true }) read_group_ids?: string[] | null;
  @GroupsField({ ...WRITE, optional: true }) write_group_ids?: string[] | null;
  @GroupsField(MODERATE) moderate_group_ids?: string[];
}

const SeriesField = () =>
  FlagField({
    label: 'isSeries',
    description: 'whether its pages are numbered and read one after the other; false by default',
    optional: true,
    example: false,
  });

export class CreateCategoryRequest extends CategoryFieldsRequest {
  @TextField({
    label: 'name',
    description: 'required unless title is given',
    singleLine: true,
    min: 1,
    max: CATEGORY_NAME_MAX,
    optional: true,
    example: 'Guides',
  })
  name?: string;

  @SeriesField() is_series?: boolean;
}

/** What is omitted stays as it is; an empty parent makes it a top-level category. */
export class UpdateCategoryRequest extends CategoryFieldsRequest {
  @TextField({ label: 'name', singleLine: true, min: 1, max: CATEGORY_NAME_MAX, optional: true, example: 'Guides' })
  name?: string;

  @SeriesField() is_series?: boolean;
}

export class DeleteCategoryQuery {
  @IdField({
    label: 'categoryToMoveTo',
    description: 'id of the category that receives the documents and videos',
    optional: true,
  })
  move_to?: string;
}

/** What the requester may do in a category. */
export class CategoryAbilities {
  @ApiProperty({ description: 'write in it: documents and videos, or threads and replies' }) write!: boolean;
}

export class CategoryAccessGroup {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Sales' }) name!: string;
}

/** A category above that limits this one too. */
export class InheritedLimitResponse {
  @ApiProperty({ format: 'uuid' }) category_id!: string;
  @ApiProperty({ example: 'Board' }) category_name!: string;
  @ApiProperty({ description: 'it limits reading; otherwise writing only' }) limits_reading!: boolean;
}

export class CategoryAccessResponse {
  @ApiProperty({ type: [String], format: 'uuid', nullable: true, description: 'null: as each item says' })
  read_group_ids!: string[] | null;
  @ApiProperty({ type: [String], format: 'uuid', nullable: true, description: 'null: all who may read' })
  write_group_ids!: string[] | null;
  @ApiProperty({ type: [String], format: 'uuid' }) moderate_group_ids!: string[];
  @ApiProperty({ type: [CategoryAccessGroup], description: 'the groups that are named' })
  groups!: CategoryAccessGroup[];
  @ApiProperty({ type: [InheritedLimitResponse], description: 'limits of the categories above, the nearest first' })
  inherited!: InheritedLimitResponse[];
}

/** A move from one category to another, before it happens. */
export class MoveReadersRequest {
  @IdField({
    label: 'category',
    description: 'all that is in it moves; null or omitted: in no category',
    optional: true,
  })
  from?: string | null;

  @IdField({ label: 'category', description: 'where it moves to; null or omitted: to no category', optional: true })
  to?: string | null;
}

/** A move of documents and videos, before it happens. */
export class ContentMoveReadersRequest extends MoveReadersRequest {
  @IdListField({
    label: 'items',
    minItems: 0,
    maxItems: SELECTED_ITEMS_MAX,
    optional: true,
    description: 'documents and videos that move, with the pages below them, instead of all that is in `from`',
  })
  item_ids?: string[];

  @ChoiceField(visibilities, {
    label: 'visibility',
    enumName: 'Visibility',
    description: 'which the items of `item_ids` get with the move',
    optional: true,
  })
  visibility?: Visibility;
}

/** New rules or a new parent of a category, before they are saved. */
export class RuleReadersRequest {
  @IdField({ label: 'parentCategory', description: 'null, empty or omitted: top level', optional: true })
  parent_category_id?: string | null;

  @IdListField({
    label: 'groups',
    minItems: 0,
    maxItems: 3 * RULE_GROUPS_MAX,
    nullable: true,
    description: 'all groups that read, also those that write or moderate; null: as each item says',
  })
  read_group_ids!: string[] | null;
}

/** How a change of category or of rules changes who may read. Numbers of users, never their names. */
export class ReaderChangesResponse {
  @ApiProperty({ description: 'users who may read some of it afterwards and not before' }) gained!: number;
  @ApiProperty({ description: 'users who may read some of it before and not afterwards' }) lost!: number;
  @ApiProperty({ description: 'guests may read some of it afterwards and not before' }) guests_gain!: boolean;
  @ApiProperty({ description: 'guests may read some of it before and not afterwards' }) guests_lose!: boolean;
  @ApiProperty({ description: 'limits let everybody in afterwards' }) is_open_after!: boolean;
  @ApiProperty({ type: [String], description: 'groups that read before, where only some do', example: ['Sales'] })
  groups_before!: string[];
  @ApiProperty({ type: [String], description: 'groups that read afterwards, where only some do', example: ['Board'] })
  groups_after!: string[];
}

/** The category of an item, as lists and search results show it. */
export class CategoryRefResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Guides' }) title!: string;
  @ApiProperty({ description: 'alias of title', example: 'Guides' }) name!: string;
  @ApiProperty({ description: 'an emoji or the name of an icon; may be empty', example: '🧭' }) icon!: string;
  @ApiProperty({ description: '#RRGGBB', example: '#3B82F6' }) color!: string;
  @ApiProperty({ description: 'only some groups read what is in it' }) is_restricted!: boolean;
  @ApiProperty({ type: [String], description: 'names of these groups; empty: administrators only', example: ['Sales'] })
  restricted_to!: string[];
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
  @ApiProperty({ description: 'whether its pages are numbered and read one after the other' }) is_series!: boolean;
  @ApiProperty({ description: 'number of documents and videos in it that the requester may see' })
  content_count!: number;
  @ApiProperty({ description: 'only some groups read what is in it' }) is_restricted!: boolean;
  @ApiProperty({ type: [String], description: 'names of these groups; empty: administrators only', example: ['Sales'] })
  restricted_to!: string[];
  @ApiProperty({ type: CategoryAbilities }) abilities!: CategoryAbilities;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}
