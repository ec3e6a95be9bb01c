import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, ChoiceField, TextField } from '../../../platform/http/validation/fields.js';
import type { ExternalIdentityRow } from './external-identities.service.js';
import type { Issuer } from '../credentials/issuer.js';

class ProviderResponse {
  @ApiProperty({ description: 'for /auth/external/{provider}', example: 'google' }) name!: string;
  @ApiProperty({ description: 'what the button says', example: 'Google' }) label!: string;
}

export class ProvidersResponse {
  @ApiProperty({ type: [ProviderResponse], description: 'empty when none is configured' })
  providers!: ProviderResponse[];
  @ApiProperty({ description: 'whether new accounts are taken' }) registration_open!: boolean;
}

export class ExternalSignInQuery {
  @EmptyAsUndefined()
  @ChoiceField(['true', 'false'], {
    label: 'Remember me',
    enumName: 'RememberMe',
    optional: true,
    description: 'true keeps the session for 30 days instead of 7',
  })
  remember_me?: 'true' | 'false';
}

export class CompleteSignInRequest {
  @TextField({
    label: 'The session id',
    min: 1,
    max: 100,
    description: 'from behind the # of /profile',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  session_id!: string;
}

export class ExternalIdentityResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'what people call the service', example: 'Google' }) label!: string;
  @ApiProperty({ example: 'https://accounts.google.com' }) issuer!: string;
  @ApiProperty({ description: 'whether this site still signs people in by it' }) works!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) last_used_at!: string;
}

export const toExternalIdentity = (row: ExternalIdentityRow, ours: Issuer): ExternalIdentityResponse => {
  const works = ours.isCurrent(row.issuer);
  return {
    id: row.id,
    label: works ? ours.label : row.issuer.replace(/^https?:\/\//, ''),
    issuer: row.issuer,
    works,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  };
};
