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
import type { Localized, Texts } from '../../language/texts.js';
import { cleanLine, isPostgresText } from './text.js';

/** What is wrong with a value of a field. */
type FieldProblem = (texts: Texts, value: unknown) => string;

/** Options of a check of class-validator: its sentence, which {@link readFieldProblem} gets back. */
export const says = (problem: FieldProblem, options: ValidationOptions = {}): ValidationOptions => ({
  ...options,
  // class-validator keeps the context of failed checks that have a message only.
  message: 'invalid',
  context: { problem },
});

/** @param context of a failed check, which {@link says} has given it */
export const readFieldProblem = (context: unknown): FieldProblem | undefined =>
  (context as { problem?: FieldProblem } | undefined)?.problem;

/** Checks a field by a predicate. @param name of the check, different from those of the field's other checks */
export function CheckedBy(
  name: string,
  isValid: (value: unknown) => boolean,
  problem: FieldProblem,
): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      options: says(problem),
      validator: { validate: isValid },
    });
}

/** Checks a field by a function that returns what is wrong; undefined when nothing is. */
export function WithoutProblem(
  name: string,
  findProblem: (value: unknown) => Localized | undefined,
): PropertyDecorator {
  return (target, propertyName) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: propertyName as string,
      options: says((texts, value) => findProblem(value)?.(texts) ?? ''),
      validator: { validate: (value: unknown) => findProblem(value) === undefined },
    });
}

/*
 * Request fields: each decorator validates a value and documents it in OpenAPI, so that both stay consistent. Messages
 * are sentences; the first failed check is reported, so the type is checked first.
 */

/** Names of fields, as they begin a sentence. */
export type FieldLabel = keyof Texts['fields'];

interface Common {
  /** what the field is called in a sentence, for example "The title" */
  label: FieldLabel;
  optional?: boolean;
  description?: string;
  example?: unknown;
}

const IsPostgresText = (problem: FieldProblem): PropertyDecorator =>
  CheckedBy(
    'isStorable',
    (value) => (Array.isArray(value) ? value.every(isPostgresText) : isPostgresText(value)),
    problem,
  );

/** class-validator runs all checks of a field, and its isEmail throws at an unpaired surrogate. */
const IsEmailAddress = (problem: FieldProblem): PropertyDecorator =>
  CheckedBy(
    'isEmailAddress',
    (value) => isPostgresText(value) && (value as string).length <= 254 && isEmail(value),
    problem,
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

export interface TextOptions extends Common {
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
  const describeLength: FieldProblem = ({ fields, validation }, value) => {
    const field = fields[label];
    if (min === 1 && value === '') return validation.required(field);
    return min > 1 ? validation.lengthRange({ field, min, max }) : validation.lengthMax({ field, max });
  };
  return applyDecorators(
    described(common, { type: String, ...(min && { minLength: min }), maxLength: max }),
    ...presence(common),
    Transform(({ value }: { value: unknown }) => prepared(value)),
    IsString(
      says(({ fields, validation }) =>
        min > 0 ? validation.requiredText(fields[label]) : validation.text(fields[label]),
      ),
    ),
    ...(min > 0
      ? [
          Matches(
            VISIBLE,
            says(({ fields, validation }) => validation.required(fields[label])),
          ),
        ]
      : []),
    Length(min, max, says(describeLength)),
    IsPostgresText(({ fields, validation }) => validation.unstorable(fields[label])),
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
    Matches(
      pattern,
      says(({ fields, validation }) => validation.color({ field: fields[common.label], canBeEmpty: empty })),
    ),
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
    IsString(says(({ fields, validation }) => validation.requiredText(fields[label]))),
    Length(
      1,
      254,
      says(({ fields, validation }) => validation.lengthRange({ field: fields[label], min: 1, max: 254 })),
    ),
    IsPostgresText(({ fields, validation }) => validation.unstorable(fields[label])),
    IsEmailAddress(({ fields, validation }) => validation.email(fields[label])),
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
    IsIn(
      choices as T[],
      says(({ fields, validation }) => validation.choice({ field: fields[common.label], choices: choices.join(', ') })),
    ),
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
    IsArray(says(({ fields, validation }) => validation.list(fields[label]))),
    IsIn(
      choices as T[],
      says(({ fields, validation }) => validation.among({ field: fields[label], choices: choices.join(', ') }), {
        each: true,
      }),
    ),
    ArrayNotEmpty(says(({ fields, validation }) => validation.emptyList(fields[label]))),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value)),
  );
}

export function IdField(common: Common): PropertyDecorator {
  // Forms send an empty string for no value.
  return applyDecorators(
    described(common, { type: String, format: 'uuid', ...(common.optional && { nullable: true }) }),
    ...(common.optional ? [ValidateIf((_object, value) => value !== undefined && value !== null && value !== '')] : []),
    IsUUID(
      'all',
      says(({ fields, validation }) => validation.id(fields[common.label])),
    ),
  );
}

const POINT_IN_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

const isTime = (value: unknown) =>
  typeof value === 'string' && POINT_IN_TIME.test(value) && !Number.isNaN(Date.parse(value));

type IdListOptions = Common & { minItems?: 0 | 1; maxItems: number; nullable?: boolean };

/** A list of ids without duplicates, at least one unless said otherwise. Null is a value of its own where it may be. */
export function IdListField({ minItems = 1, maxItems, nullable, ...common }: IdListOptions): PropertyDecorator {
  const { label } = common;
  const item = { type: 'array', items: { type: 'string', format: 'uuid' }, minItems, maxItems } as const;
  return applyDecorators(
    described(common, { ...item, ...(nullable && { nullable }) }),
    ...presence(common),
    ...(nullable ? [ValidateIf((_object, value) => value !== null)] : []),
    IsArray(says(({ fields, validation }) => validation.list(fields[label]))),
    IsUUID(
      'all',
      says(({ fields, validation }) => validation.ids(fields[label]), { each: true }),
    ),
    ...(minItems ? [ArrayNotEmpty(says(({ fields, validation }) => validation.emptyList(fields[label])))] : []),
    ListSize(label, maxItems),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value)),
  );
}

/** A point in time, in ISO 8601 with its zone. */
export function TimeField(common: Common): PropertyDecorator {
  return applyDecorators(
    described(common, { type: String, format: 'date-time', ...(common.optional && { nullable: true }) }),
    ...presence(common),
    CheckedBy('isTime', isTime, ({ fields, validation }) => validation.time(fields[common.label])),
  );
}

export function FlagField(common: Common): PropertyDecorator {
  return applyDecorators(
    described(common, { type: Boolean }),
    ...presence(common),
    IsBoolean(says(({ fields, validation }) => validation.flag(fields[common.label]))),
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
  const range = says(({ fields, validation }) => validation.wholeNumber({ field: fields[common.label], min, max }));
  const clamp = Transform(({ value }: { value: unknown }) =>
    Number.isInteger(value) && (value as number) > max ? max : value,
  );
  return applyDecorators(
    ...(clamped ? [clamp] : []),
    described(common, { type: 'integer', minimum: min, ...(!clamped && { maximum: max }), format: 'int32' }),
    ...presence(common),
    Min(min, range),
    Max(max, range),
    IsInt(range),
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
    IsArray(says(({ fields, validation }) => validation.list(fields[label]))),
    IsString(says(({ fields, validation }) => validation.texts(fields[label]), { each: true })),
    ListSize(label, maxItems),
    Length(
      1,
      max,
      says(({ fields, validation }) => validation.lengthEach({ field: fields[label], max }), { each: true }),
    ),
    IsPostgresText(({ fields, validation }) => validation.unstorableList(fields[label])),
  );
}

const ListSize = (label: FieldLabel, max: number): PropertyDecorator =>
  CheckedBy(
    'listSize',
    (value) => !Array.isArray(value) || value.length <= max,
    ({ fields, validation }) => validation.listSize({ field: fields[label], max }),
  );

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
