import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { USER_NAME_MAX } from '@hub/shared/limits';
import { CheckedBy, TextField, TextListField } from '../../../platform/http/validation/fields.js';

const BIO_MAX = 2000;
/** Characters of the preferences as JSON text. */
const JSON_MAX = 1000;
const SKILLS = { label: 'The skills', maxItems: 50, max: 50, optional: true, example: ['Analysis'] };

class NotificationPreferencesRequest {
  @ApiProperty({ description: 'notifications by mail', required: false }) email?: boolean;
  @ApiProperty({ description: 'notifications in the hub', required: false }) in_app?: boolean;
}

/** An object with one or both flags; forms send it as JSON. */
function arePreferences(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { email, in_app } = value as Record<string, unknown>;
  const given = [email, in_app].filter((flag) => flag !== undefined);
  return given.length > 0 && given.every((flag) => typeof flag === 'boolean');
}

const PreferencesField = () =>
  applyDecorators(
    ApiProperty({
      required: false,
      type: NotificationPreferencesRequest,
      example: { email: true, in_app: true },
      description: 'omitted flags stay unchanged',
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.length <= JSON_MAX ? fromJson(value) : value,
    ),
    CheckedBy('arePreferences', arePreferences, {
      message: 'The notification preferences must say true or false for email, in_app or both.',
    }),
  );

function fromJson(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/**
 * Browsers also follow other schemes (javascript:), a URL without a scheme would be relative to the hub, and a user
 * name before the host (https://bank.example@other.example) is deceptive.
 */
function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (value === '') return true;
  const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
  return !!url && !url.username && !url.password;
}

/** Omitted fields keep their values. Fields with two spellings accept either. */
export class UpdateProfileRequest {
  @TextField({
    label: 'The name',
    singleLine: true,
    min: 1,
    max: USER_NAME_MAX,
    optional: true,
    example: 'Ada Lovelace',
  })
  name?: string;
  @TextField({
    label: 'The name',
    description: 'alias of name',
    singleLine: true,
    min: 1,
    max: USER_NAME_MAX,
    optional: true,
    example: 'Ada Lovelace',
  })
  full_name?: string;
  @TextField({
    label: 'The bio',
    max: BIO_MAX,
    optional: true,
    example: 'Writes programs for machines that do not exist yet.',
  })
  bio?: string;
  @TextField({
    label: 'The bio',
    description: 'alias of bio',
    max: BIO_MAX,
    optional: true,
    example: 'Writes programs for machines that do not exist yet.',
  })
  profile_bio?: string;
  @TextListField(SKILLS) skills?: string[];
  @TextListField({ description: 'alias of skills', ...SKILLS }) profile_skills?: string[];
  @PreferencesField() notification_preferences?: NotificationPreferencesRequest;
  @TextField({
    label: 'The signature',
    description: 'shown below the forum posts of the user',
    max: 500,
    optional: true,
    example: 'Ada',
  })
  signature?: string;
  @TextField({ label: 'The location', singleLine: true, max: 100, optional: true, example: 'London' })
  location?: string;

  @CheckedBy('isWebAddress', isWebAddress, {
    message: 'The website must be an address that begins with http:// or https://.',
  })
  @TextField({
    label: 'The website',
    description: 'http or https address, or empty',
    singleLine: true,
    max: 200,
    optional: true,
    example: 'https://example.org',
  })
  website?: string;

  @TextField({
    label: 'The avatar',
    description: 'empty removes the avatar; otherwise the address of an image of this hub that the user may see',
    max: 500,
    optional: true,
    example: '',
  })
  avatar_url?: string;
}
