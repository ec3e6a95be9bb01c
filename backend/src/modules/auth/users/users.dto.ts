import { ApiProperty } from '@nestjs/swagger';
import { type LanguageChoice, languageChoices } from '@hub/shared/languages';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';
import { ChoiceField, EmptyAsUndefined, IdField, TextField } from '../../../platform/http/validation/fields.js';
import { SearchField } from '../../../platform/http/validation/search-field.js';

const userStates = ['active', 'deactivated'] as const;
type UserState = (typeof userStates)[number];
const userSorts = ['name', 'email', 'role', 'last_login', 'joined'] as const;
export type UserSort = (typeof userSorts)[number];
const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

export class UsersQuery extends PageQuery {
  @SearchField({ description: 'part of a name, email address or handle, in any letter case' })
  q?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'role',
    description: 'only users with this role',
    max: 60,
    optional: true,
    example: 'VIEWER',
  })
  role?: string;

  @IdField({ label: 'group', description: 'only members of this group', optional: true })
  group?: string;

  @EmptyAsUndefined()
  @ChoiceField(userStates, {
    label: 'state',
    enumName: 'UserState',
    optional: true,
    description: 'all when omitted',
  })
  state?: UserState;

  @EmptyAsUndefined()
  @ChoiceField(userSorts, {
    label: 'sortField',
    enumName: 'UserSort',
    optional: true,
    description: 'the newest accounts first when omitted',
  })
  sort?: UserSort;

  @EmptyAsUndefined()
  @ChoiceField(sortOrders, {
    label: 'order',
    enumName: 'SortOrder',
    optional: true,
    description: 'of `sort`; ascending for name, email and role, else descending, when omitted',
  })
  order?: SortOrder;
}

export class ChangeRoleRequest {
  @TextField({
    label: 'role',
    description: 'name of a system or custom role',
    min: 1,
    max: 60,
    example: 'CONTRIBUTOR',
  })
  role!: string;
}

class NotificationPreferencesResponse {
  @ApiProperty({ description: 'notifications by mail' }) email!: boolean;
  @ApiProperty({ description: 'notifications in the hub' }) in_app!: boolean;
}

/** What every response about a user has. */
class UserIdentityResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ description: 'alias of name', example: 'Ada Lovelace' }) full_name!: string;
  @ApiProperty({ description: 'what @mentions of the user contain', example: 'ada-lovelace' }) handle!: string;
  @ApiProperty({ description: 'name of the role', example: 'VIEWER' }) role!: string;
  @ApiProperty({ description: 'display name of the role', example: 'Viewer' }) role_display_name!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  avatar_url!: string | null;
  @ApiProperty({
    description: 'alias of avatar_url',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  picture!: string | null;
}

class NamedGroupResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Sales' }) name!: string;
}

/** A row of the user administration. */
export class UserSummaryResponse extends UserIdentityResponse {
  @ApiProperty({
    description: 'null for users with permissions that the requester does not hold',
    example: 'ada@example.org',
    type: String,
    nullable: true,
  })
  email!: string | null;
  @ApiProperty({
    description: 'null before the first sign-in, and where `email` is',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  last_login_at!: string | null;
  @ApiProperty({
    description: 'since when the user may not sign in; null for active accounts',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  deactivated_at!: string | null;
  @ApiProperty({ description: 'number of forum posts that are not deleted' }) post_count!: number;
  @ApiProperty({ description: 'the first ten groups of the user, by name', type: [NamedGroupResponse] })
  groups!: NamedGroupResponse[];
  @ApiProperty({ description: 'number of all groups of the user' }) group_count!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class RoleAssignmentsResponse {
  @ApiProperty({ type: [UserSummaryResponse] }) users!: UserSummaryResponse[];
}

/** A user's public profile. */
export class PublicProfileResponse extends UserIdentityResponse {
  @ApiProperty({ description: 'whether the badge of the role is shown beside the name' }) show_role_badge!: boolean;
  @ApiProperty({ example: 'Writes programs for machines that do not exist yet.' }) bio!: string;
  @ApiProperty({ description: 'alias of bio', example: 'Writes programs for machines that do not exist yet.' })
  profile_bio!: string;
  @ApiProperty({ type: [String], example: ['Analysis'] }) skills!: string[];
  @ApiProperty({ description: 'alias of skills', type: [String], example: ['Analysis'] }) profile_skills!: string[];
  @ApiProperty({ description: 'Markdown, shown below the forum posts of the user', example: 'Ada' }) signature!: string;
  @ApiProperty({ example: 'London' }) location!: string;
  @ApiProperty({ description: 'http or https address, or empty', example: 'https://ada.example.org' }) website!: string;
  @ApiProperty({ description: 'number of forum posts that are not deleted' }) post_count!: number;
  @ApiProperty({ description: 'one point per LIKE or HELPFUL received, ten per solved answer' }) reputation!: number;
  @ApiProperty({ description: 'when the account was created', format: 'date-time' }) join_date!: string;
  @ApiProperty({ description: 'alias of join_date', format: 'date-time' }) created_at!: string;
}

/** The signed-in user's own account. */
export class OwnUserResponse extends PublicProfileResponse {
  @ApiProperty({ example: 'ada@example.org' }) email!: string;
  @ApiProperty({ description: 'null before the first sign-in', type: String, format: 'date-time', nullable: true })
  last_login_at!: string | null;
  @ApiProperty({
    description: 'ids of the permissions that the role holds now',
    type: [String],
    example: ['comments.create', 'forum.post', 'reactions.create'],
  })
  permissions!: string[];
  @ApiProperty({ type: NotificationPreferencesResponse }) notification_preferences!: NotificationPreferencesResponse;
  @ApiProperty({
    description: 'of pages and mails; auto: as the browser says, and the default of the hub in mails',
    enum: languageChoices,
    enumName: 'LanguageChoice',
  })
  language!: LanguageChoice;
  @ApiProperty({ description: 'whether the user has confirmed the email address' }) email_verified!: boolean;
  @ApiProperty({ description: 'whether the account has no password yet' }) needs_password_setup!: boolean;
  @ApiProperty({ description: 'whether a group of the user moderates a category, of content or of the forum' })
  moderates_categories!: boolean;
}
