import { constructFromEvents, CORE_SCHEMA, EVENT_ID, FAILSAFE_SCHEMA, nullCoreTag, parseEvents } from 'js-yaml';
import { parse as parseToml } from 'smol-toml';
import { stringify } from 'yaml';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { UnreadableEntry } from './source-tree.js';

/** The fields above a text. Their values are texts, null, lists and mappings: `1.10` is no number. */
export type FrontMatter = Record<string, unknown>;

interface MarkdownFile {
  front: FrontMatter;
  content: string;
}

const MAX_FRONT_MATTER_BYTES = 16 * 1024;
const MAX_DEPTH = 32;
const MAX_ALIASES = 100;

const TOML = { opening: /^\+\+\+[ \t]*\r?\n/, closing: /^\+\+\+[ \t]*(?:\r?\n|$)/m, parse: parseTomlFields };
/** The first line, and the next line that ends the fields. */
const FORMATS: { opening: RegExp; closing: RegExp; parse: (source: string) => FrontMatter | undefined }[] = [
  {
    opening: /^---(?:ya?ml)?[ \t]*\r?\n/i,
    closing: /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m,
    parse: parseFrontMatter,
  },
  TOML,
  { ...TOML, opening: /^---toml[ \t]*\r?\n/i, closing: /^---[ \t]*(?:\r?\n|$)/m },
  { opening: /^---json[ \t]*\r?\n/i, closing: /^---[ \t]*(?:\r?\n|$)/m, parse: parseJsonFields },
];

/**
 * Splits a file into front matter and text. One blank line after the front matter belongs to neither; the rest of the
 * text stays the same, byte for byte.
 * @throws UnreadableEntry when it is no text or its front matter is invalid
 */
export function parseMarkdownFile(bytes: Buffer): MarkdownFile {
  const text = decode(bytes);
  for (const { opening, closing, parse } of FORMATS) {
    const [first] = opening.exec(text) ?? [];
    const body = first === undefined ? '' : text.slice(first.length);
    const end = first === undefined ? null : closing.exec(body);
    // An opening without an end belongs to the text.
    const front = end && parse(body.slice(0, end.index));
    if (front) return { front, content: withoutBlankLine(body.slice(end.index + end[0].length)) };
  }
  return splitJson(text) ?? { front: {}, content: text };
}

const withoutBlankLine = (text: string): string => text.replace(/^\r?\n/, '');

export const printMarkdownFile = (front: FrontMatter, content: string): string =>
  `---\n${stringify(front, { lineWidth: 0, schema: 'core' })}---\n\n${content}`;

const TEXT_SCHEMA = FAILSAFE_SCHEMA.withTags(nullCoreTag);

/**
 * Parses plain values only: no unknown tags, no aliases of lists and mappings (a few lines of which can expand to
 * gigabytes).
 * @returns undefined when the source is no mapping
 * @throws UnreadableEntry
 */
export function parseFrontMatter(source: string): FrontMatter | undefined {
  checkLength(source);
  const documents = parseYaml(source, 'front', TEXT_SCHEMA);
  if (documents.length > 1) throw invalidSyntax('front', 'YAML');
  const [value = null] = documents;
  return value === null ? {} : asMapping(value);
}

/**
 * Parses YAML. js-yaml stops at the first error and takes at most some 20 ms for any input of 16 KB; the `yaml`
 * package, which prints, takes seconds for some.
 * @param part of which the error's sentence is. @throws UnreadableEntry
 */
export function parseYaml(source: string, part: 'file' | 'front', schema = CORE_SCHEMA): unknown[] {
  try {
    const events = parseEvents(source, { maxDepth: MAX_DEPTH });
    if (!hasPlainAliases(events, source)) throw new UnreadableEntry(({ imports }) => imports.aliases(part));
    return constructFromEvents(events, { source, schema, maxAliases: MAX_ALIASES });
  } catch (error) {
    throw error instanceof UnreadableEntry ? error : invalidSyntax(part, 'YAML');
  }
}

/** Whether all aliases are few and stand for single values. */
function hasPlainAliases(events: ReturnType<typeof parseEvents>, source: string): boolean {
  const anchors = new Set<string>();
  let count = 0;
  for (const event of events) {
    if (!('anchorStart' in event) || event.anchorStart < 0) continue;
    const name = source.slice(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.ALIAS) {
      if (!anchors.has(name) || ++count > MAX_ALIASES) return false;
    } else if (event.type === EVENT_ID.SCALAR) anchors.add(name);
    else anchors.delete(name);
  }
  return true;
}

function parseTomlFields(source: string): FrontMatter | undefined {
  checkLength(source);
  try {
    return asMapping(getTexts(parseToml(source, { maxDepth: MAX_DEPTH })));
  } catch {
    throw invalidSyntax('front', 'TOML');
  }
}

function parseJsonFields(source: string): FrontMatter | undefined {
  checkLength(source);
  try {
    return asMapping(getTexts(JSON.parse(source)));
  } catch {
    throw invalidSyntax('front', 'JSON');
  }
}

const MAX_JSON_ENDS = 50;

/** Hugo takes an object at the beginning of a file, which ends with a brace at the beginning of a line. */
function splitJson(text: string): MarkdownFile | undefined {
  if (!/^\{\s{0,99}"/.test(text)) return undefined;
  const start = text.slice(0, MAX_FRONT_MATTER_BYTES);
  const ends = [...start.matchAll(/\}[ \t]*(?:\r?\n|$)/g)].slice(0, MAX_JSON_ENDS);
  for (const { index, 0: end } of ends) {
    try {
      const front = parseJsonFields(text.slice(0, index + 1));
      return front && { front, content: withoutBlankLine(text.slice(index + end.length)) };
    } catch {
      // The end of an inner object.
    }
  }
  return undefined;
}

const asMapping = (value: unknown): FrontMatter | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FrontMatter) : undefined;

/** Numbers, booleans and dates as texts. @throws RangeError for deep nesting */
function getTexts(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => getTexts(item, depth + 1));
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, getTexts(item, depth + 1)]));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function checkLength(source: string): void {
  if (Buffer.byteLength(source) > MAX_FRONT_MATTER_BYTES)
    throw new UnreadableEntry(({ imports }) => imports.longFrontMatter);
}

const invalidSyntax = (part: 'file' | 'front', format: string) =>
  new UnreadableEntry(({ imports }) => imports.syntax({ part, format }));

/** UTF-8, or UTF-16 with a byte order mark, which is removed; line ends become LF, as the editor has them. */
function decode(bytes: Buffer): string {
  const [encoding, name] =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? (['utf-16le', 'UTF-16'] as const)
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? (['utf-16be', 'UTF-16'] as const)
        : (['utf-8', 'UTF-8'] as const);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableEntry(({ imports }) => imports.encoding(name));
  }
  if (text.includes('\0')) throw new UnreadableEntry(({ imports }) => imports.notText);
  return normalizeLineEnds(text);
}
