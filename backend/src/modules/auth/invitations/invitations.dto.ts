import { ApiProperty } from '@nestjs/swagger';
import { EmailField, TextField } from '../../../platform/http/validation/fields.js';

export class InviteRequest {
  @EmailField({ label: 'emailAddress', example: 'ada@example.org' }) email!: string;

  @TextField({
    label: 'role',
    description: 'name of a system or custom role, except ADMIN',
    min: 1,
    max: 60,
    example: 'CONTRIBUTOR',
  })
  role!: string;
}

export class FindInvitationRequest {
  @TextField({
    label: 'token',
    description: 'from the link in the mail',
    min: 1,
    max: 100,
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  token!: string;
}

export class RegistrationLinkRequest {
  @EmailField({ label: 'emailAddress', example: 'ada@example.org' }) email!: string;
}

/** What the owner of a link sees before registering. */
export class FoundInvitationResponse {
  @ApiProperty({ description: 'the address that the new account will have', example: 'ada@example.org' })
  email!: string;
  @ApiProperty({
    description: 'display name of the role; null for the default role',
    type: String,
    nullable: true,
    example: 'Contributor',
  })
  role_display_name!: string | null;
  @ApiProperty({
    description: 'null for a link that the user requested',
    type: String,
    nullable: true,
    example: 'Grace Hopper',
  })
  invited_by_name!: string | null;
}

export class InvitationResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'ada@example.org' }) email!: string;
  @ApiProperty({ description: 'name of the role', example: 'CONTRIBUTOR' }) role!: string;
  @ApiProperty({ description: 'display name of the role', example: 'Contributor' }) role_display_name!: string;
  @ApiProperty({ type: String, nullable: true, example: 'Grace Hopper' }) invited_by_name!: string | null;
  @ApiProperty({ description: 'whether a mail server took the link to the address' }) mailed!: boolean;
  @ApiProperty({ description: 'whether the link no longer works' }) expired!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export class NewInvitationResponse extends InvitationResponse {
  @ApiProperty({
    description: 'the link, only in this response and only where the hub cannot send mail',
    type: String,
    nullable: true,
    example: 'https://hub.example.org/invitation#token=4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  url!: string | null;
}
