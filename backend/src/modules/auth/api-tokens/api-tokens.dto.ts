import { ApiProperty } from '@nestjs/swagger';
import { CREDENTIAL_NAME_MAX } from '@hub/shared/limits';
import { type ApiTokenScope, apiTokenScopes } from '../../../platform/access/actor.js';
import { ChoiceField, ChoiceListField, TextField } from '../../../platform/http/validation/fields.js';

/** Days until a token expires. */
const apiTokenLifetimes = ['30', '90', '365', 'none'] as const;
type ApiTokenLifetime = (typeof apiTokenLifetimes)[number];
export const DEFAULT_LIFETIME: ApiTokenLifetime = '90';

export class CreateApiTokenRequest {
  @TextField({
    label: 'name',
    description: 'what the token is for',
    singleLine: true,
    min: 1,
    max: CREDENTIAL_NAME_MAX,
    example: 'Nightly export',
  })
  name!: string;

  @ChoiceListField(apiTokenScopes, {
    label: 'scopes',
    description: 'read: GET, HEAD and POST /search; write: everything else',
    enumName: 'ApiTokenScope',
    example: ['read'],
  })
  scopes!: ApiTokenScope[];

  @ChoiceField(apiTokenLifetimes, {
    label: 'lifetime',
    description: `days until the token expires, by default ${DEFAULT_LIFETIME}; none: it does not expire`,
    enumName: 'ApiTokenLifetime',
    optional: true,
  })
  expires_in?: ApiTokenLifetime;
}

export class ApiTokenResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Nightly export' }) name!: string;
  @ApiProperty({ description: 'the first characters of the token', example: 'khub_x4Tz' }) hint!: string;
  @ApiProperty({ enum: apiTokenScopes, enumName: 'ApiTokenScope', isArray: true, example: ['read'] })
  scopes!: ApiTokenScope[];
  @ApiProperty({ description: 'whether it has expired' }) expired!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'null: never', type: String, format: 'date-time', nullable: true }) expires_at!:
    | string
    | null;
  @ApiProperty({
    description: 'accurate to five minutes; null until the first use',
    type: String,
    format: 'date-time',
    nullable: true,
  })
  last_used_at!: string | null;
}

export class NewApiTokenResponse extends ApiTokenResponse {
  @ApiProperty({
    description: 'for the header Authorization: Bearer; only in this response, because the hub stores a hash',
    example: 'khub_x4TzEXAMPLEmvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0',
  })
  token!: string;
}

/** A token in the administration. */
export class UserApiTokenResponse extends ApiTokenResponse {
  @ApiProperty({ format: 'uuid' }) user_id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) user_name!: string;
  @ApiProperty({ description: 'the user’s role; the token has its permissions', example: 'EDITOR' })
  user_role!: string;
}
