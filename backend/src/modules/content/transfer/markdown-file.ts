import { parseDocument, stringify } from 'yaml';
import { firstHeading } from './markdown-links.js';
import { UnreadableEntry } from './source-tree.js';

/** What stands above a text, between two lines of three hyphens. */
export type FrontMatter = Record<string, unknown>;

export interface MarkdownFile {
  front: FrontMatter;
  content: string;
}

const FRONT_MATTER_BYTES = 64 * 1024;
// The first line, and the next line of three hyphens or dots.
const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m;

/**
 * The two parts of a file. One blank line after the front matter belongs to neither; everything else of the text stays,
 * byte for byte.
 * @throws UnreadableEntry when it is not UTF-8 or its front matter cannot be understood
 */
export function parseMarkdownFile(bytes: Buffer): MarkdownFile {
  const text = decoded(bytes);
  const opening = OPENING.exec(text);
  const body = opening ? text.slice(opening[0].length) : '';
  const closing = opening && CLOSING.exec(body);
  // A line of hyphens without a second one is a line in the text.
  if (!closing) return { front: {}, content: text };
  const front = frontMatter(body.slice(0, closing.index));
  if (!front) return { front: {}, content: text };
  return { front, content: body.slice(closing.index + closing[0].length).replace(/^\r?\n/, '') };
}

export function printMarkdownFile(front: FrontMatter, content: string): string {
  return `---\n${stringify(front, { lineWidth: 0, schema: 'core' })}---\n\n${content}`;
}

/** The title of a text that names none: its first heading, or its file's name. */
export function titleOf(content: string, path: string): string {
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.(md|markdown)$/i, '');
  // "README" says what the file is; its folder says what it is about.
  const speaking = /^(index|readme)$/i.test(name) ? (parts.at(-2) ?? name) : name;
  const words = speaking.replace(/[-_]+/g, ' ').trim();
  return (firstHeading(content) || words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 200).toWellFormed().trim();
}

function decoded(bytes: Buffer): string {
  let text: string;
  try {
    // Takes a byte order mark away, which is no part of the text.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableEntry('It is not UTF-8 text.');
  }
  if (text.includes('\0')) throw new UnreadableEntry('It is not text.');
  return text;
}

/** Plain values only: no tags, no references (which a few lines can blow up to gigabytes). Undefined when it is no mapping. */
function frontMatter(source: string): FrontMatter | undefined {
  if (Buffer.byteLength(source) > FRONT_MATTER_BYTES) throw new UnreadableEntry('Its front matter is too long.');
  const document = parseDocument(source, {
    schema: 'core',
    version: '1.2',
    merge: false,
    prettyErrors: false,
    logLevel: 'silent',
    uniqueKeys: true,
  });
  if (document.errors.length) throw new UnreadableEntry('Its front matter is not valid YAML.');
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new UnreadableEntry('Its front matter refers to other parts of itself, which is not supported.');
  }
  if (value === null) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as FrontMatter) : undefined;
}
