import { resolveSchema, type Schema } from './openapi.js';

/** A JSON value; some (1e309) have no JavaScript equivalent. */
export interface Value {
  name: string;
  json: string;
}

const value = (of: unknown, name = JSON.stringify(of) ?? 'undefined'): Value => ({
  name: name.slice(0, 40),
  json: JSON.stringify(of),
});
const text = (length: number) => value('x'.repeat(length), `${length} characters`);
const nested = (levels: number): Value => ({ name: `${levels} levels`, json: '['.repeat(levels) + ']'.repeat(levels) });

const notText = [
  value(5),
  value({}),
  value({ toString: 'x' }),
  value(true),
  { name: '1e309', json: '1e309' },
  nested(20),
];
const unstorable = [value('a\0b', 'NUL'), value('a\ud800b', 'unpaired surrogate')];

const otherCase = (word: string): string => (word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase());

function wrongText({ format, enum: choices, minLength = 0, maxLength = Infinity }: Schema): Value[] {
  const lists = [value([]), value(['x'])];
  if (choices) {
    // Digits have no other case.
    const word = choices.find((choice) => /[a-z]/i.test(choice));
    const cases = word === undefined ? [] : [value(otherCase(word))];
    return [...notText, ...lists, ...unstorable, value('NO_CHOICE'), ...cases, value('__proto__')];
  }
  const shapes =
    format === 'uuid' || format === 'email' || format === 'date-time'
      ? [value('x'), value('__proto__'), value(`${'9'.repeat(8)}-`)]
      : [];
  const lengths = [
    ...(maxLength < Infinity ? [text(maxLength + 1)] : []),
    ...(minLength > 1 ? [text(minLength - 1)] : []),
    ...(minLength > 0 ? [value('')] : []),
  ];
  return [...notText, ...lists, ...unstorable, ...shapes, ...lengths];
}

/** Without a maximum, larger values are clamped. */
const wrongNumber = ({ minimum = 0, maximum }: Schema): Value[] => [
  ...['5', '', {}, [], [5], true, minimum - 1, ...(maximum === undefined ? [] : [maximum + 1]), 1.5].map((of) =>
    value(of),
  ),
  { name: '1e309', json: '1e309' },
  { name: '-1e309', json: '-1e309' },
];

const wrongFlag = [value('true'), value(''), value(1), value({}), value([]), value([true])];

const wrongList = ({ maxItems = 0 }: Schema): Value[] => [
  ...[5, {}, true, [5], [null], [{}], [['x']], ['']].map((of) => value(of)),
  value(['a\0b'], 'NUL inside'),
  value(['\ud800'], 'surrogate inside'),
  value(
    Array.from({ length: maxItems + 1 }, (_, i) => `t${i}`),
    'too many',
  ),
  value(['x'.repeat(10_000)], 'too long inside'),
];

/** Values that a field must refuse, from its schema. `null` counts as missing for optional fields. */
export function invalidValues(field: Schema, required: boolean): Value[] {
  const schema = { ...field, ...resolveSchema(field) };
  const absent = required && !schema.nullable ? [value(null)] : [];
  if (schema.type === 'boolean') return [...absent, ...wrongFlag];
  if (schema.type === 'integer') return [...absent, ...wrongNumber(schema)];
  if (schema.type === 'array') return [...absent, ...wrongList(schema)];
  return [...absent, ...wrongText(schema)];
}

/** A valid value of a field. */
export function validValue(field: Schema): unknown {
  const schema = { ...field, ...resolveSchema(field) };
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return schema.minimum ?? 1;
  if (schema.type === 'array') return ['one'];
  if (schema.format === 'email') return 'ada@example.org';
  return schema.format === 'uuid'
    ? '01900000-0000-7000-8000-000000000000'
    : 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

/** The JSON text of an object whose values are JSON texts. */
export const toJson = (values: Record<string, string>): string =>
  `{${Object.entries(values)
    .map(([key, json]) => `${JSON.stringify(key)}:${json}`)
    .join(',')}}`;
