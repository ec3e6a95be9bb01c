import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CREDENTIAL_NAME_MAX } from '@hub/shared/limits';
import {
  type FieldLabel,
  FlagField,
  says,
  TextField,
  TextListField,
} from '../../../platform/http/validation/fields.js';
import type { PasskeyRow } from './passkeys.service.js';

const BYTES = 'AQIDBAUGBwgJCgsMDQ4PEA';

/** Bytes in base64url, as in WebAuthn's JSON. */
const BytesField = ({ label, max, optional = false }: { label: FieldLabel; max: number; optional?: boolean }) =>
  applyDecorators(
    Matches(
      /^[\w-]+$/,
      says(({ fields, validation }) => validation.base64url(fields[label])),
    ),
    TextField({
      label,
      min: 1,
      max,
      optional,
      trim: false,
      description: 'base64url, as the browser gives it',
      example: BYTES,
    }),
  );

export class PasskeyResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'My phone' }) name!: string;
  @ApiProperty({ description: 'whether the passkey is synchronised to other devices' }) backed_up!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'null until the first sign-in', type: String, format: 'date-time', nullable: true })
  last_used_at!: string | null;
}

export const toPasskey = (row: PasskeyRow): PasskeyResponse => ({
  id: row.id,
  name: row.name,
  backed_up: row.backed_up,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
});

const NameField = (optional: boolean) =>
  TextField({ label: 'name', singleLine: true, min: 1, max: CREDENTIAL_NAME_MAX, optional, example: 'My phone' });

export class RenamePasskeyRequest {
  @NameField(false) name!: string;
}

/** The result of `navigator.credentials.create()`. */
export class RegisterPasskeyRequest {
  @NameField(true) name?: string;
  @BytesField({ label: 'credentialId', max: 1400 }) credential_id!: string;
  @BytesField({ label: 'clientData', max: 4000 }) client_data_json!: string;
  @BytesField({ label: 'attestationObject', max: 20_000 }) attestation_object!: string;
  @TextListField({
    label: 'transports',
    description: 'from getTransports()',
    maxItems: 10,
    max: 40,
    optional: true,
    example: ['internal', 'hybrid'],
  })
  transports?: string[];
}

/** The result of `navigator.credentials.get()`. */
export class AuthenticatePasskeyRequest {
  @BytesField({ label: 'credentialId', max: 1400 }) credential_id!: string;
  @BytesField({ label: 'signature', max: 4000 }) signature!: string;
  @BytesField({ label: 'authenticatorData', max: 4000 }) authenticator_data!: string;
  @BytesField({ label: 'clientData', max: 4000 }) client_data_json!: string;
  @BytesField({ label: 'userHandle', max: 100, optional: true }) user_handle?: string;
  @FlagField({ label: 'rememberMe', optional: true, description: 'keeps the session for 30 days instead of 7' })
  remember_me?: boolean;
}

class PasskeyDescriptor {
  @ApiProperty({ description: 'credential id, base64url', example: BYTES }) id!: string;
  @ApiProperty({ enum: ['public-key'] }) type!: 'public-key';
  @ApiProperty({ description: 'how the browser reaches the authenticator', type: [String], example: ['internal'] })
  transports!: string[];
}

class PasskeyParameter {
  @ApiProperty({ enum: ['public-key'] }) type!: 'public-key';
  @ApiProperty({ description: 'COSE algorithm identifier', example: -7 }) alg!: number;
}

class PasskeySite {
  @ApiProperty({ description: 'domain of the hub', example: 'hub.example.org' }) id!: string;
  @ApiProperty({ description: 'name of the hub', example: 'Knowledge Hub' }) name!: string;
}

class PasskeyUser {
  @ApiProperty({ description: 'user handle, base64url', example: BYTES }) id!: string;
  @ApiProperty({ description: 'email address', example: 'ada@example.org' }) name!: string;
  @ApiProperty({ description: 'name of the user', example: 'Ada Lovelace' }) displayName!: string;
}

class AuthenticatorSelection {
  @ApiProperty({ enum: ['required'] }) residentKey!: 'required';
  @ApiProperty() requireResidentKey!: boolean;
  @ApiProperty({ enum: ['preferred'] }) userVerification!: 'preferred';
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`, whose names these are. */
export class PasskeyAuthenticationOptionsResponse {
  @ApiProperty({
    description: '32 random bytes, base64url; works once',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  challenge!: string;
  @ApiProperty({ description: 'milliseconds', example: 120_000 }) timeout!: number;
  @ApiProperty({ description: 'domain of the hub', example: 'hub.example.org' }) rpId!: string;
  @ApiProperty({ description: 'empty: the browser offers all passkeys for this domain', type: [PasskeyDescriptor] })
  allowCredentials!: PasskeyDescriptor[];
  @ApiProperty({ enum: ['preferred'] }) userVerification!: 'preferred';
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`, whose names these are. */
export class PasskeyRegistrationOptionsResponse {
  @ApiProperty({
    description: '32 random bytes, base64url; works once',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  challenge!: string;
  @ApiProperty({ description: 'milliseconds', example: 120_000 }) timeout!: number;
  @ApiProperty({ type: PasskeySite }) rp!: PasskeySite;
  @ApiProperty({ type: PasskeyUser }) user!: PasskeyUser;
  @ApiProperty({ type: [PasskeyParameter] }) pubKeyCredParams!: PasskeyParameter[];
  @ApiProperty({ description: 'passkeys that the user has already', type: [PasskeyDescriptor] })
  excludeCredentials!: PasskeyDescriptor[];
  @ApiProperty({ type: AuthenticatorSelection }) authenticatorSelection!: AuthenticatorSelection;
  @ApiProperty({ enum: ['none'] }) attestation!: 'none';
}
