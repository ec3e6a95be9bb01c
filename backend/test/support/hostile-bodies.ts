import { toJson, validValue } from './invalid-values.js';
import type { Schema } from './openapi.js';

/** A request body that is cheap to send and expensive to process. */
export interface HostileBody {
  name: string;
  bytes: Buffer;
}

/** A size within the limit of 64 KB, and one above the limit of all JSON routes. */
const WITHIN = 60_000;
const BEYOND = 2_500_000;

const keys = (count: number): string => Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',');
const repeated = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / part.length));
const toList = (part: string, bytes: number): string => `[${repeated(`${part},`, bytes)}${part}]`;
const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}0${close.repeat(levels)}`;

/** Values for any field; `bytes` is about how long their JSON is. */
const hostileValues = (bytes: number): Record<string, string> => ({
  'many keys': `{${keys(bytes / 10)}}`,
  'a list of numbers': toList('0', bytes),
  'a list of objects': toList('{"a":{}}', bytes),
  'lists in lists': toList(nested('[', ']', 10), bytes),
  'deep lists': nested('[', ']', bytes / 2),
  'deep objects': nested('{"a":', '}', bytes / 6),
  'a long number': '9'.repeat(bytes),
  'a huge exponent': `1e${'9'.repeat(bytes)}`,
  letters: `"${'a'.repeat(bytes)}"`,
  blanks: `"AAAA${' '.repeat(bytes)}!"`,
  'line breaks': `"a${'\\n'.repeat(bytes / 2)}!"`,
  'invisible characters': `"${'\u200b'.repeat(bytes / 3)}"`,
  'commas as a list': `"${',a'.repeat(bytes / 2)}"`,
  'JSON in a text': JSON.stringify(toList('[]', bytes)),
  'deep JSON in a text': JSON.stringify(nested('[', ']', bytes / 2)),
  'half of an address': `"${'a@'.repeat(bytes / 2)}"`,
  'dots as a domain': `"a@${'a.'.repeat(bytes / 2)}"`,
  'a web address': `"https://${'a/@:'.repeat(bytes / 4)}"`,
  'hyphens as a slug': `"${'a-'.repeat(bytes / 2)}!"`,
  'escaped characters': `"${'\\u0061'.repeat(bytes / 6)}"`,
});

/** Bodies for any route. */
const hostileRoots = (bytes: number): Record<string, Buffer> => ({
  'many unknown keys': Buffer.from(`{${keys(bytes / 10)}}`),
  'the same key often': Buffer.from(`{${repeated('"a":0,', bytes)}"a":0}`),
  'nested small objects': Buffer.from(`{"x":${toList('{"a":[{}]}', bytes)}}`),
  'a list at the top': Buffer.from(toList('{"a":1}', bytes)),
  'deep lists at the top': Buffer.from(nested('[', ']', bytes / 2)),
  'an unfinished text': Buffer.from(`{"x":"${'a'.repeat(bytes)}`),
  'backslashes only': Buffer.from(`{"x":"${'\\\\'.repeat(bytes / 2)}"}`),
  'white space only': Buffer.from(' '.repeat(bytes)),
  'broken UTF-8': Buffer.concat([Buffer.from('{"x":"'), Buffer.alloc(bytes, 0xff), Buffer.from('"}')]),
  'a character cut in two': Buffer.concat([Buffer.from('{"x":"a'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')]),
  'no JSON': Buffer.alloc(bytes, 0),
});

/**
 * Hostile bodies for an operation that takes this schema: as wholes, and in each of its fields with all others right.
 */
export function hostileBodies(schema: Schema): HostileBody[] {
  const fields = Object.entries(schema.properties ?? {});
  const right = Object.fromEntries(fields.map(([name, field]) => [name, JSON.stringify(validValue(field))]));
  const bodies: HostileBody[] = [];
  const takesLongText = fields.some(([, { maxLength = 0 }]) => maxLength > WITHIN);
  // Where no long text is taken, all bodies of this size are refused by their size.
  if (!takesLongText)
    bodies.push({ name: `many unknown keys, ${BEYOND} bytes`, bytes: Buffer.from(`{${keys(BEYOND / 10)}}`) });
  for (const size of takesLongText ? [WITHIN, BEYOND] : [WITHIN]) {
    for (const [name, bytes] of Object.entries(hostileRoots(size)))
      bodies.push({ name: `${name}, ${size} bytes`, bytes });
    for (const [name, json] of Object.entries(hostileValues(size))) {
      // One field per request, so that each field gets each value without testing pairs.
      const [field] = fields[bodies.length % Math.max(1, fields.length)] ?? ['x'];
      bodies.push({
        name: `${name} as ${field}, ${size} bytes`,
        bytes: Buffer.from(toJson({ ...right, [field]: json })),
      });
    }
  }
  return bodies;
}

/** Every value for every field, for routes that take long texts. */
export function hostileFields(schema: Schema, size: number): HostileBody[] {
  const fields = Object.entries(schema.properties ?? {});
  const right = Object.fromEntries(fields.map(([name, field]) => [name, JSON.stringify(validValue(field))]));
  return fields.flatMap(([field]) =>
    Object.entries(hostileValues(size)).map(([name, json]) => ({
      name: `${name} as ${field}, ${size} bytes`,
      bytes: Buffer.from(toJson({ ...right, [field]: json })),
    })),
  );
}
