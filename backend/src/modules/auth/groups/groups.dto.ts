import { ApiProperty } from '@nestjs/swagger';
import {
  BULK_USERS_MAX,
  GROUP_DESCRIPTION_MAX,
  GROUP_MEMBERS_MAX,
  GROUP_NAME_MAX,
  USER_GROUPS_MAX,
} from '@hub/shared/limits';
import type { CategoryArea } from '../../../platform/access/actor.js';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';
import { IdListField, TextField } from '../../../platform/http/validation/fields.js';
import { SearchField } from '../../../platform/http/validation/search-field.js';

export const groupSources = ['hub', 'issuer'] as const;
export type GroupSource = (typeof groupSources)[number];

const areas: CategoryArea[] = ['content', 'forum'];
const levels = ['read', 'write', 'moderate'] as const;

export class GroupsQuery extends PageQuery {
  @SearchField({ description: 'part of a name or description, in any letter case' })
  q?: string;
}

export class GroupMembersQuery extends PageQuery {
  @SearchField({ description: 'part of a name or handle, in any letter case' })
  q?: string;
}

export class GroupRequest {
  @TextField({ label: 'name', singleLine: true, min: 1, max: GROUP_NAME_MAX, example: 'Sales' })
  name!: string;

  @TextField({ label: 'description', max: GROUP_DESCRIPTION_MAX, optional: true, example: 'Everyone who sells' })
  description?: string;
}

export class SetMembersRequest {
  @IdListField({ label: 'users', maxItems: GROUP_MEMBERS_MAX, minItems: 0 })
  user_ids!: string[];
}

export class AddMembersRequest {
  @IdListField({ label: 'users', maxItems: BULK_USERS_MAX })
  user_ids!: string[];
}

export class SetUserGroupsRequest {
  @IdListField({
    label: 'groups',
    description: 'those of the hub; groups of the sign-in service stay as they are',
    maxItems: USER_GROUPS_MAX,
    minItems: 0,
  })
  group_ids!: string[];
}

export class GroupResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Sales' }) name!: string;
  @ApiProperty({ example: 'Everyone who sells' }) description!: string;
  @ApiProperty() member_count!: number;
  @ApiProperty({
    description: 'hub: administrators choose the members; issuer: each sign-in at the issuer does',
    enum: groupSources,
    enumName: 'GroupSource',
  })
  source!: GroupSource;
  @ApiProperty({
    description: 'value of the claim of the issuer; null for groups of the hub',
    type: String,
    nullable: true,
    example: 'sales',
  })
  issuer_value!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

class OpenedCategoryResponse {
  @ApiProperty({ enum: areas, enumName: 'CategoryArea' }) area!: CategoryArea;
  @ApiProperty({ description: 'of the category', format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'of the category', example: 'Contracts' }) name!: string;
  @ApiProperty({
    description: 'what members may do in it; each level includes those before it',
    enum: levels,
    enumName: 'CategoryLevel',
  })
  level!: (typeof levels)[number];
}

export class GroupDetailResponse extends GroupResponse {
  @ApiProperty({ description: 'the categories with limits that name the group', type: [OpenedCategoryResponse] })
  opens!: OpenedCategoryResponse[];
}

export class GroupMemberResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ example: 'ada-lovelace' }) handle!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  avatar_url!: string | null;
}

export class UserGroupResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Sales' }) name!: string;
  @ApiProperty({ description: 'as of the group', enum: groupSources, enumName: 'GroupSource' }) source!: GroupSource;
}
