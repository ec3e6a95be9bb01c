import { resolveSchema, type Schema } from './openapi.js';

const BOUNDARY = 'some-boundary';
const MB = 1024 ** 2;
const JSON_TYPE = 'Content-Type: application/json\r\n';

export const formHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** @param headers beyond the name, each with its line break */
export const formPart = (name: string, value: string, headers = ''): Buffer =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n${headers}\r\n${value}\r\n`);

/** @param end an empty one leaves the form unfinished */
export const formBody = (parts: readonly Buffer[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([...parts, Buffer.from(end)]);

const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`;
const many = (count: number, make: (i: number) => Buffer) => Array.from({ length: count }, (_, i) => make(i));

/** Forms that are cheap to send and expensive to process, by what is hostile about them. */
export function hostileForms(schema: Schema): Record<string, Buffer[]> {
  const forms: Record<string, Buffer[]> = {
    'unknown fields': many(99, (i) => formPart(`unknown-${i}`, 'x'.repeat(10_000))),
    'too many parts': many(1000, (i) => formPart(`unknown-${i}`, 'x')),
    'a long name': [formPart('n'.repeat(MB), 'x')],
    'many headers': [formPart('x', 'x', many(5000, (i) => Buffer.from(`X-Header-${i}: x\r\n`)).join(''))],
    'an unknown field of 5 MB': [formPart('x', 'x'.repeat(5 * MB))],
    'no parts': [],
    'only line breaks': [Buffer.alloc(MB, '\r\n')],
    'half a boundary again and again': [Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(50_000))],
  };
  for (const field of getFields(schema)) {
    forms[`${field} as JSON of many keys`] = [formPart(field, keys(220_000), JSON_TYPE)];
    forms[`${field} as JSON of nested lists`] = [formPart(field, `[${'[],'.repeat(1_000_000)}[]]`, JSON_TYPE)];
    forms[`${field} as a text of JSON`] = [formPart(field, `[${'[],'.repeat(1_000_000)}[]]`)];
    forms[`${field} as deep JSON`] = [formPart(field, '['.repeat(2_000_000))];
    forms[`${field} as commas`] = [formPart(field, ',a'.repeat(1_500_000))];
    forms[`${field} a hundred times`] = many(100, () => formPart(field, 'x'.repeat(30_000)));
    forms[`${field} of line breaks`] = [formPart(field, '\r\n'.repeat(1_500_000))];
  }
  return forms;
}

/** One field of each kind, since fields of a kind are read alike. */
const getFields = ({ properties = {} }: Schema): string[] => [
  ...new Map(Object.entries(properties).map(([name, schema]) => [getKind(schema), name])).values(),
];

function getKind(schema: Schema): string {
  const { type, format, items } = { ...schema, ...resolveSchema(schema) };
  return [type, format, items && { ...items, ...resolveSchema(items) }.type].join();
}
