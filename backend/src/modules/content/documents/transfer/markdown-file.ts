import { constructFromEvents, CORE_SCHEMA, EVENT_ID, parseEvents } from 'js-yaml';
import { stringify } from 'yaml';
import { firstHeading } from './markdown-links.js';
import { wordsOfName } from './reading-order.js';
import { UnreadableEntry } from './source-tree.js';

/** The YAML mapping above a text, between two lines of three hyphens. */
export type FrontMatter = Record<string, unknown>;

export interface MarkdownFile {
  front: FrontMatter;
  content: string;
}

const MAX_FRONT_MATTER_BYTES = 16 * 1024;
const MAX_YAML_DEPTH = 32;
/** The first line, and the next line of three hyphens or dots. */
const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/**
 * Splits a file into front matter and text. One blank line after the front matter belongs to neither; the rest of the
 * text stays the same, byte for byte.
 * @throws UnreadableEntry when it is not UTF-8 or its front matter is invalid
 */
export function parseMarkdownFile(bytes: Buffer): MarkdownFile {
  const text = decoded(bytes);
  const opening = OPENING.exec(text);
  const body = opening ? text.slice(opening[0].length) : '';
  const closing = opening && CLOSING.exec(body);
  // A line of hyphens without a second one belongs to the text.
  if (!closing) return { front: {}, content: text };
  const front = parseFrontMatter(body.slice(0, closing.index));
  if (!front) return { front: {}, content: text };
  return { front, content: body.slice(closing.index + closing[0].length).replace(/^\r?\n/, '') };
}

export const printMarkdownFile = (front: FrontMatter, content: string): string =>
  `---\n${stringify(front, { lineWidth: 0, schema: 'core' })}---\n\n${content}`;

const MAX_TITLE_SEARCH_LENGTH = 500_000;

/** The title of a text without one in its front matter: its first heading, or the name of its file. */
export function titleOf(content: string, path: string): string {
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.(md|markdown)$/i, '');
  // The folder of a README says more than its name.
  const source = /^(index|readme)$/i.test(name) ? (parts.at(-2) ?? name) : name;
  const words = wordsOfName(source);
  return (firstHeading(content.slice(0, MAX_TITLE_SEARCH_LENGTH)) || words.charAt(0).toUpperCase() + words.slice(1))
    .slice(0, 200)
    .toWellFormed()
    .trim();
}

/** A heading of the first level in the first line, and the blank lines around it. */
const TITLE_HEADING = /^(?:[ \t]*\r?\n)* {0,3}#[ \t]+([^\s[<][^\r\n[<]*)(?:\r?\n|$)(?:[ \t]*\r?\n)*/;

/**
 * Takes the title of a text from its first heading. Pages show the title above the text, so the text loses a heading
 * that it begins with, unless it consists of nothing else, or the title does not have all of it: links, images and
 * words after the 200th character.
 */
export function takeTitle(content: string, path: string): { title: string; content: string } {
  const title = titleOf(content, path);
  const [whole = '', heading = ''] = TITLE_HEADING.exec(content.slice(0, MAX_TITLE_SEARCH_LENGTH)) ?? [];
  const rest = content.slice(whole.length);
  return { title, content: heading.length > 200 || rest.trim() === '' ? content : rest };
}

/**
 * Parses plain values only: no unknown tags, no aliases (a few lines of which can expand to gigabytes). js-yaml stops
 * at the first error and takes at most some 20 ms for any input of this size; the `yaml` package takes seconds for
 * some.
 * @returns undefined when the source is no mapping
 * @throws UnreadableEntry
 */
export function parseFrontMatter(source: string): FrontMatter | undefined {
  if (Buffer.byteLength(source) > MAX_FRONT_MATTER_BYTES)
    throw new UnreadableEntry('Its front matter is too long: at most 16 KB are accepted.');
  const documents = parseYaml(source, 'Its front matter');
  if (documents.length > 1) throw invalidYaml('Its front matter');
  const [value = null] = documents;
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as FrontMatter) : undefined;
}

/** @param subject of the error's sentence. @throws UnreadableEntry */
export function parseYaml(source: string, subject: string): unknown[] {
  try {
    const events = parseEvents(source, { maxDepth: MAX_YAML_DEPTH });
    if (events.some(({ type }) => type === EVENT_ID.ALIAS))
      throw new UnreadableEntry(`${subject} refers to other parts of itself, which is not supported.`);
    return constructFromEvents(events, { source, schema: CORE_SCHEMA, maxAliases: 0 });
  } catch (error) {
    throw error instanceof UnreadableEntry ? error : invalidYaml(subject);
  }
}

const invalidYaml = (subject: string) => new UnreadableEntry(`${subject} is not valid YAML.`);

function decoded(bytes: Buffer): string {
  let text: string;
  try {
    // Removes a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableEntry('It is not UTF-8 text.');
  }
  if (text.includes('\0')) throw new UnreadableEntry('It is not text.');
  return text;
}
