import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { USER_NAME_MAX } from '@hub/shared/limits';
import { type LanguageChoice, languageChoices } from '@hub/shared/languages';
import { CheckedBy, ChoiceField, TextField, TextListField } from '../../../platform/http/validation/fields.js';

const BIO_MAX = 2000;
/** Characters of the preferences as JSON text. */
const JSON_MAX = 1000;
const SKILLS = { label: 'skills', maxItems: 50, max: 50, optional: true, example: ['Analysis'] } as const;

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
    CheckedBy('arePreferences', arePreferences, (texts) => texts.validation.notificationPreferences),
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
    label: 'name',
    singleLine: true,
    min: 1,
    max: USER_NAME_MAX,
    optional: true,
    example: 'Ada Lovelace',
  })
  name?: string;
  @TextField({
    label: 'name',
    description: 'alias of name',
    singleLine: true,
    min: 1,
    max: USER_NAME_MAX,
    optional: true,
    example: 'Ada Lovelace',
  })
  full_name?: string;
  @TextField({
    label: 'bio',
    max: BIO_MAX,
    optional: true,
    example: 'Writes programs for machines that do not exist yet.',
  })
  bio?: string;
  @TextField({
    label: 'bio',
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
    label: 'signature',
    description: 'Markdown, shown below the forum posts of the user',
    max: 500,
    optional: true,
    example: 'Ada',
  })
  signature?: string;
  @TextField({ label: 'location', singleLine: true, max: 100, optional: true, example: 'London' })
  location?: string;

  @CheckedBy('isWebAddress', isWebAddress, (texts) => texts.validation.website)
  @TextField({
    label: 'website',
    description: 'http or https address, or empty',
    singleLine: true,
    max: 200,
    optional: true,
    example: 'https://example.org',
  })
  website?: string;

  @ChoiceField(languageChoices, {
    label: 'language',
    description: 'of pages and mails; auto: as the browser says, and the default of the hub in mails',
    enumName: 'LanguageChoice',
    optional: true,
  })
  language?: LanguageChoice;

  @TextField({
    label: 'avatar',
    description: 'empty removes the avatar; otherwise the address of an image of this hub that the user may see',
    max: 500,
    optional: true,
    example: '',
  })
  avatar_url?: string;
}
