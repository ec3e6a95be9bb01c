import { singleLine } from '../../../../platform/http/validation/text.js';
import { validationPipe } from '../../../../platform/http/validation/validation.pipe.js';
import { CreateDocumentRequest } from '../documents.dto.js';
import type { CategoryReference } from './category-names.js';
import { type FrontMatter, type MarkdownFile, takeTitle } from './markdown-file.js';
import { UnreadableEntry } from './source-tree.js';

/** The fields of a Markdown file, validated like an API request. */
export interface DocumentFields {
  request: CreateDocumentRequest;
  category: CategoryReference | undefined;
  /** by name */
  author: string | undefined;
  /** a link to an image */
  thumbnail: string | undefined;
  /** position among its siblings */
  order: number | undefined;
  /** milliseconds */
  createdAt: number | undefined;
}

/** The position of a page in the front matter of Docusaurus, Hugo, Just the Docs and others. */
const ORDER_KEYS = ['order', 'sidebar_position', 'nav_order', 'weight', 'position'];

const pipe = validationPipe();

/** @throws UnreadableEntry that names all invalid fields */
export async function parseDocumentFields({ front, content }: MarkdownFile, path: string): Promise<DocumentFields> {
  const title = textField(front, 'title');
  const plain = {
    ...(title ? { title, content } : takeTitle(content, path)),
    slug: textField(front, 'slug'),
    summary: textField(front, 'summary') ?? textField(front, 'description'),
    tags: tagsOf(front['tags']),
    difficulty: enumField(front, 'difficulty'),
    visibility: enumField(front, 'visibility'),
    status: statusOf(front),
    thumbnail_placement: enumField(front, 'thumbnail_placement'),
    meta_title: textField(front, 'meta_title'),
    meta_description: textField(front, 'meta_description'),
  };
  try {
    const request = (await pipe.transform(plain, {
      type: 'body',
      metatype: CreateDocumentRequest,
    })) as CreateDocumentRequest;
    return {
      request,
      category: categoryOf(front),
      author: textField(front, 'author'),
      thumbnail: textField(front, 'thumbnail'),
      order: ORDER_KEYS.map((key) => front[key]).find((value) => typeof value === 'number'),
      createdAt: timeField(front, 'created_at'),
    };
  } catch (error) {
    throw new UnreadableEntry(error instanceof Error ? error.message : String(error));
  }
}

/** Accepts numbers and booleans as texts: a title may be 1984. */
function textField(front: FrontMatter, key: string): string | undefined {
  const value = front[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new UnreadableEntry(`The field “${key}” in its front matter must be text.`);
  return String(value).trim() || undefined;
}

/** The value of an enum, in any letter case. */
const enumField = (front: FrontMatter, key: string): string | undefined =>
  textField(front, key)?.toUpperCase().replace(/[ -]/g, '_');

/** Jekyll, Hugo and Docusaurus mark drafts by a flag. */
const statusOf = (front: FrontMatter): string | undefined =>
  enumField(front, 'status') ?? (front['draft'] === true || front['published'] === false ? 'DRAFT' : undefined);

/** One name, or the names of nested categories with the outermost first. */
function categoryOf(front: FrontMatter): CategoryReference | undefined {
  const value = front['category'];
  if (!Array.isArray(value)) return singleLine(textField(front, 'category') ?? '') || undefined;
  if (!value.every((name) => typeof name === 'string'))
    throw new UnreadableEntry('The field “category” in its front matter must be text or a list of texts.');
  const names = value.map((name) => singleLine(name)).filter(Boolean);
  return names.length ? names : undefined;
}

function timeField(front: FrontMatter, key: string): number | undefined {
  const value = front[key];
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Leaves lists and mappings among the tags to the validation: String() throws where `toString` is no function. */
const tagsOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((tag: unknown) => (typeof tag === 'object' && tag !== null ? tag : String(tag)))
    : (value ?? undefined);
