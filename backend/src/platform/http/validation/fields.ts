import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  isEmail,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  registerDecorator,
  ValidateIf,
  type ValidationOptions,
} from 'class-validator';
import { PASSWORD_MIN } from '@hub/shared/limits';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { normalizePassword, PASSWORD_INPUT_MAX, PASSWORD_MAX } from '../../config/config.js';
import { cleanLine, isPostgresText } from './text.js';

/** Checks a field by a predicate. @param name of the check, different from those of the field's other checks */
export function CheckedBy(
  name: string,
  isValid: (value: unknown) => boolean,
  options: ValidationOptions,
): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      options,
      validator: { validate: isValid },
    });
}

/** Checks a field by a function that returns what is wrong, as a sentence; undefined when nothing is. */
export function WithoutProblem(name: string, findProblem: (value: unknown) => string | undefined): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      validator: {
        validate: (value: unknown) => findProblem(value) === undefined,
        defaultMessage: (args) => findProblem(args?.value) ?? '',
      },
    });
}

/*
 * Request fields: each decorator validates a value and documents it in OpenAPI, so that both stay consistent. Messages
 * are sentences; the first failed check is reported, so the type is checked first.
 */

interface Common {
  /** how the field is called in a sentence, for example "The title" */
  label: string;
  optional?: boolean;
  description?: string;
  example?: unknown;
}

const IsPostgresText = (options: ValidationOptions): PropertyDecorator =>
  CheckedBy(
    'isStorable',
    (value) => (Array.isArray(value) ? value.every(isPostgresText) : isPostgresText(value)),
    options,
  );

/** class-validator runs all checks of a field, and its isEmail throws at an unpaired surrogate. */
const IsEmailAddress = (options: ValidationOptions): PropertyDecorator =>
  CheckedBy(
    'isEmailAddress',
    (value) => isPostgresText(value) && (value as string).length <= 254 && isEmail(value),
    options,
  );

function described({ optional, description, example }: Common, schema: ApiPropertyOptions): PropertyDecorator {
  return ApiProperty({
    required: !optional,
    ...(description && { description }),
    ...(example !== undefined && { example }),
    ...schema,
  } as ApiPropertyOptions);
}

/** Missing and null mean "not given" for optional fields. */
const presence = (common: Common): PropertyDecorator[] => (common.optional ? [IsOptional()] : []);

interface TextOptions extends Common {
  min?: number;
  max: number;
  /** white space at both ends is removed before checking */
  trim?: boolean;
  /** line ends become LF before checking; by default where white space is removed, so not in passwords and keys */
  multiline?: boolean;
  /** a name, title or label: cleaned by {@link cleanLine} before checking */
  singleLine?: boolean;
}

/** A visible character: not a space, not a joiner or separator, and not a character that is displayed as a space. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Text of `min` to `max` UTF-16 code units. */
export function TextField({
  min = 0,
  max,
  trim = true,
  multiline = trim,
  singleLine = false,
  ...common
}: TextOptions): PropertyDecorator {
  const { label } = common;
  const prepared = (value: unknown) => {
    if (singleLine) return cleanLine(value, max);
    if (typeof value !== 'string') return value;
    const text = multiline ? normalizeLineEnds(value) : value;
    return trim ? text.trim() : text;
  };
  const range =
    min > 1 ? `${label} must have ${min} to ${max} characters.` : `${label} must have at most ${max} characters.`;
  return applyDecorators(
    described(common, { type: String, ...(min && { minLength: min }), maxLength: max }),
    ...presence(common),
    Transform(({ value }: { value: unknown }) => prepared(value)),
    IsString({ message: min > 0 ? `${label} is required and must be text.` : `${label} must be text.` }),
    ...(min > 0 ? [Matches(VISIBLE, { message: `${label} is required.` })] : []),
    Length(min, max, { message: ({ value }) => (min === 1 && value === '' ? `${label} is required.` : range) }),
    IsPostgresText({ message: `${label} contains characters that cannot be stored.` }),
  );
}

/** A password to compare with a stored one, as typed: hashes from before normalisation match that form only. */
export const TypedPasswordField = (common: Common): PropertyDecorator =>
  TextField({ min: 1, max: PASSWORD_INPUT_MAX, trim: false, ...common });

/** A new password; the property has its normalised form. Longer input than any password stays unchanged and fails. */
export const NewPasswordField = (common: Common): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && value.length <= PASSWORD_INPUT_MAX ? normalizePassword(value) : value,
    ),
    TextField({ min: PASSWORD_MIN, max: PASSWORD_MAX, trim: false, ...common }),
  );

/** A color as #RRGGBB. */
export function ColorField({
  empty = false,
  ...common
}: Common & { /** whether '' is taken, too */ empty?: boolean }): PropertyDecorator {
  const pattern = empty ? /^(#[0-9a-f]{6})?$/i : /^#[0-9a-f]{6}$/i;
  return applyDecorators(
    Matches(pattern, { message: `${common.label} must look like #3B82F6${empty ? ', or be empty' : ''}.` }),
    TextField({ max: 7, ...common }),
  );
}

/** An e-mail address of at most 254 characters. */
export function EmailField(common: Common): PropertyDecorator {
  const { label } = common;
  return applyDecorators(
    described(common, { type: String, format: 'email', maxLength: 254 }),
    ...presence(common),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value)),
    IsString({ message: `${label} is required and must be text.` }),
    Length(1, 254, { message: `${label} must have 1 to 254 characters.` }),
    IsPostgresText({ message: `${label} contains characters that cannot be stored.` }),
    IsEmailAddress({ message: `${label} must look like name@example.org.` }),
  );
}

/** One of a fixed set of values. */
export function ChoiceField<T extends string>(
  choices: readonly T[],
  common: Common & { enumName: string },
): PropertyDecorator {
  return applyDecorators(
    described(common, { enum: choices as T[], enumName: common.enumName }),
    ...presence(common),
    IsIn(choices as T[], { message: `${common.label} must be one of ${choices.join(', ')}.` }),
  );
}

/** At least one of a fixed set of values, each once. */
export function ChoiceListField<T extends string>(
  choices: readonly T[],
  common: Common & { enumName: string },
): PropertyDecorator {
  const { label } = common;
  const items = { type: 'array', isArray: true, enum: choices as T[], minItems: 1, maxItems: choices.length } as const;
  return applyDecorators(
    described(common, { ...items, enumName: common.enumName }),
    ...presence(common),
    IsArray({ message: `${label} must be a list.` }),
    IsIn(choices as T[], { each: true, message: `${label} must be among ${choices.join(', ')}.` }),
    ArrayNotEmpty({ message: `${label} must not be empty.` }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value)),
  );
}

export function IdField(common: Common): PropertyDecorator {
  // Forms send an empty string for no value.
  return applyDecorators(
    described(common, { type: String, format: 'uuid', ...(common.optional && { nullable: true }) }),
    ...(common.optional ? [ValidateIf((_object, value) => value !== undefined && value !== null && value !== '')] : []),
    IsUUID('all', { message: `${common.label} must be an id.` }),
  );
}

const POINT_IN_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const isTime = (value: unknown) =>
  typeof value === 'string' && POINT_IN_TIME.test(value) && !Number.isNaN(Date.parse(value));

/** A list of ids without duplicates; at least one. */
export function IdListField({ maxItems, ...common }: Common & { maxItems: number }): PropertyDecorator {
  const { label } = common;
  return applyDecorators(
    described(common, { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems }),
    ...presence(common),
    IsArray({ message: `${label} must be a list.` }),
    IsUUID('all', { each: true, message: `${label} must be ids.` }),
    ArrayNotEmpty({ message: `${label} must not be empty.` }),
    ListSize(maxItems, `${label} can be at most ${maxItems}.`),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value)),
  );
}

/** A point in time, in ISO 8601 with its zone. */
export function TimeField(common: Common): PropertyDecorator {
  const options = { message: `${common.label} must be a time like 2030-12-31T18:00:00Z.` };
  return applyDecorators(
    described(common, { type: String, format: 'date-time', ...(common.optional && { nullable: true }) }),
    ...presence(common),
    CheckedBy('isTime', isTime, options),
  );
}

export function FlagField(common: Common): PropertyDecorator {
  return applyDecorators(
    described(common, { type: Boolean }),
    ...presence(common),
    IsBoolean({ message: `${common.label} must be true or false.` }),
  );
}

/** A flag in a query string, where all values are texts; an empty one is the default. */
export const QueryFlagField = (common: Common): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      value === '' ? undefined : value === 'true' || value === 'false' ? value === 'true' : value,
    ),
    FlagField(common),
  );

/** @param options.clamped whether larger values become `max` instead of failing, as for the paging of lists */
export function NumberField({
  min,
  max,
  clamped = false,
  ...common
}: Common & { min: number; max: number; clamped?: boolean }): PropertyDecorator {
  const message = `${common.label} must be a whole number from ${min} to ${max}.`;
  const clamp = Transform(({ value }: { value: unknown }) =>
    Number.isInteger(value) && (value as number) > max ? max : value,
  );
  return applyDecorators(
    ...(clamped ? [clamp] : []),
    described(common, { type: 'integer', minimum: min, ...(!clamped && { maximum: max }), format: 'int32' }),
    ...presence(common),
    Min(min, { message }),
    Max(max, { message }),
    IsInt({ message }),
  );
}

/** A list of single-line texts: a JSON array, a JSON array in a string, or comma-separated (from forms). */
export function TextListField({
  maxItems,
  max,
  ...common
}: Common & { maxItems: number; max: number }): PropertyDecorator {
  const { label } = common;
  const longest = 10 * maxItems * (max + 10);
  return applyDecorators(
    described(common, { type: [String], maxItems }),
    ...presence(common),
    // Longer text exceeds the list anyway and could be expensive to split.
    Transform(({ value }: { value: unknown }) =>
      cleanList(typeof value === 'string' && value.length <= longest ? parseList(value) : value, maxItems, max),
    ),
    IsArray({ message: `${label} must be a list.` }),
    IsString({ each: true, message: `${label} must be texts.` }),
    ListSize(maxItems, `${label} can be at most ${maxItems}.`),
    Length(1, max, { each: true, message: `${label} must have 1 to ${max} characters each.` }),
    IsPostgresText({ message: `${label} contain characters that cannot be stored.` }),
  );
}

const ListSize = (max: number, message: string): PropertyDecorator =>
  CheckedBy('listSize', (value) => !Array.isArray(value) || value.length <= max, { message });

/** Removes items that are empty after cleaning. */
function cleanList(value: unknown, maxItems: number, max: number): unknown {
  if (!Array.isArray(value) || value.length > 10 * maxItems) return value;
  return value.map((item: unknown) => item && cleanLine(item, max)).filter((item, i) => item !== '' || value[i] === '');
}

function parseList(value: string): unknown {
  if (value.trim() === '') return [];
  if (value.trimStart().startsWith('[')) {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Converts '' to undefined: forms and filters send '' for an empty choice. */
export const EmptyAsUndefined = () => Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));
