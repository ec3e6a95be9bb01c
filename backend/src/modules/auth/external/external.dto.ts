import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, ChoiceField, TextField } from '../../../platform/http/validation/fields.js';
import { type RegistrationMode, registrationModes } from '../registration-settings.js';
import type { ExternalIdentityRow } from './external-accounts.service.js';
import type { IssuerClient } from '../credentials/issuer-client.js';

class ProviderResponse {
  @ApiProperty({ description: 'path parameter of /auth/external/{provider}', example: 'google' }) name!: string;
  @ApiProperty({ description: 'text of the sign-in button', example: 'Google' }) label!: string;
}

export class ProvidersResponse {
  @ApiProperty({ description: 'empty when none is configured', type: [ProviderResponse] })
  providers!: ProviderResponse[];
  @ApiProperty({ description: 'whether guests can register without an invitation' }) registration_open!: boolean;
  @ApiProperty({
    description: 'registration mode: open, by invitation, by email domain, or closed',
    enum: registrationModes,
    enumName: 'RegistrationMode',
  })
  registration!: RegistrationMode;
  @ApiProperty({
    description: 'with `domains`: the domains of the addresses that can register',
    type: [String],
    example: ['example.org'],
  })
  registration_domains!: string[];
  @ApiProperty({ description: 'whether guests register by a link from `POST /auth/registration-link`' })
  registration_by_link!: boolean;
  @ApiProperty({ description: 'whether the hub can send mail, to reset passwords and confirm addresses' })
  mail_configured!: boolean;
  @ApiProperty({ description: 'whether the hub waits for its first administrator (`POST /setup`)' })
  setup_required!: boolean;
}

export class ExternalSignInQuery {
  @EmptyAsUndefined()
  @ChoiceField(['true', 'false'], {
    label: 'rememberMe',
    enumName: 'RememberMe',
    optional: true,
    description: 'true keeps the session for 30 days instead of 7',
  })
  remember_me?: 'true' | 'false';
}

export class CompleteSignInRequest {
  @TextField({
    label: 'sessionId',
    description: 'from the fragment of the redirect to /profile',
    min: 1,
    max: 100,
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  session_id!: string;
}

export class ExternalIdentityResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'display name of the provider', example: 'Google' }) label!: string;
  @ApiProperty({ description: 'OpenID Connect issuer', example: 'https://accounts.google.com' }) issuer!: string;
  @ApiProperty({ description: 'whether the hub still offers sign-in by this provider' }) works!: boolean;
  @ApiProperty({ description: 'when the account was linked', format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'when the user last signed in by it', format: 'date-time' }) last_used_at!: string;
}

export const toExternalIdentity = (row: ExternalIdentityRow, ours: IssuerClient): ExternalIdentityResponse => {
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
