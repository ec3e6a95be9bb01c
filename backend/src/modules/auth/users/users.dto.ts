import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';

export class UsersQuery extends PageQuery {
  @TextField({
    label: 'The search text',
    singleLine: true,
    max: 200,
    optional: true,
    description: 'part of a name or email address',
  })
  q?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'The role',
    max: 60,
    optional: true,
    description: 'only people with this role',
    example: 'VIEWER',
  })
  role?: string;
}

export class ChangeRoleRequest {
  @TextField({
    label: 'The role',
    min: 1,
    max: 60,
    description: 'name of a system or custom role',
    example: 'CONTRIBUTOR',
  })
  role!: string;
}

export class NotificationPreferencesResponse {
  @ApiProperty() email!: boolean;
  @ApiProperty() in_app!: boolean;
}

/** A row of the user administration. */
export class UserSummaryResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({ description: 'the same as name', example: 'Ada Lovelace' }) full_name!: string;
  @ApiProperty({ example: 'ada@example.org' }) email!: string;
  @ApiProperty({ description: 'what the person is mentioned by', example: 'ada-lovelace' }) handle!: string;
  @ApiProperty({ example: 'VIEWER' }) role!: string;
  @ApiProperty({ description: 'what people call the role', example: 'Viewer' }) role_display_name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  avatar_url!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'the same as avatar_url',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  picture!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) last_login_at!: string | null;
  @ApiProperty({ description: 'forum posts that are not deleted' }) post_count!: number;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class RoleAssignmentsResponse {
  @ApiProperty({ type: [UserSummaryResponse] }) users!: UserSummaryResponse[];
}

/** The signed-in user's own account. */
export class OwnUserResponse extends UserSummaryResponse {
  @ApiProperty({ description: 'whether the badge of the role is shown beside the name' }) show_role_badge!: boolean;
  @ApiProperty({
    type: [String],
    description: 'permissions the role holds now',
    example: ['comments.create', 'forum.post', 'reactions.create'],
  })
  permissions!: string[];
  @ApiProperty({ example: 'Writes programs for machines that do not exist yet.' }) bio!: string;
  @ApiProperty({ description: 'the same as bio', example: 'Writes programs for machines that do not exist yet.' })
  profile_bio!: string;
  @ApiProperty({ type: [String], example: ['Analysis'] }) skills!: string[];
  @ApiProperty({ type: [String], description: 'the same as skills', example: ['Analysis'] }) profile_skills!: string[];
  @ApiProperty({ type: NotificationPreferencesResponse }) notification_preferences!: NotificationPreferencesResponse;
  @ApiProperty({ example: 'Ada' }) signature!: string;
  @ApiProperty({ example: 'London' }) location!: string;
  @ApiProperty({ example: 'https://ada.example.org' }) website!: string;
  @ApiProperty() reputation!: number;
  @ApiProperty({ format: 'date-time', description: 'the same as created_at' }) join_date!: string;
  @ApiProperty({ description: 'the person has shown that the email address is theirs' }) email_verified!: boolean;
  @ApiProperty({ description: 'the account has no password yet' }) needs_password_setup!: boolean;
}
