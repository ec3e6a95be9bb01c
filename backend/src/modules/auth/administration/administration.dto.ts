import { ApiProperty } from '@nestjs/swagger';
import { BULK_USERS_MAX } from '@hub/shared/limits';
import { IdListField, QueryFlagField, TextField } from '../../../platform/http/validation/fields.js';

export class ChangeRolesRequest {
  @IdListField({ label: 'users', maxItems: BULK_USERS_MAX })
  user_ids!: string[];

  @TextField({
    label: 'role',
    description: 'name of a system or custom role',
    min: 1,
    max: 60,
    example: 'CONTRIBUTOR',
  })
  role!: string;
}

export class SignOutQuery {
  @QueryFlagField({
    label: 'revokeApiTokens',
    description: 'also revokes all API tokens of the user',
    optional: true,
  })
  revoke_api_tokens?: boolean;
}

export class ResetLinkResponse {
  @ApiProperty({ description: 'a sentence to show to the user', example: 'The link is on its way.' }) message!: string;
  @ApiProperty({
    description: 'the link, only where the hub cannot send mail; it works once, within one hour',
    type: String,
    nullable: true,
    example: 'https://hub.example.org/reset-password#token=4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  url!: string | null;
}
