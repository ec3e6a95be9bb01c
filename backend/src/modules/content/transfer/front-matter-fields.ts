import { validationPipe } from '../../../platform/http/validation.js';
import { CreateDocumentRequest } from '../documents/documents.dto.js';
import { type FrontMatter, type MarkdownFile, titleOf } from './markdown-file.js';
import { UnreadableEntry } from './source-tree.js';

/** What a file says about itself, checked as if it came over the API. */
export interface DescribedDocument {
  request: CreateDocumentRequest;
  /** by name */
  category: string | undefined;
  /** by name */
  author: string | undefined;
  /** a link to an image */
  thumbnail: string | undefined;
}

const pipe = validationPipe();

/** @throws UnreadableEntry that names all wrong fields */
export async function describedBy({ front, content }: MarkdownFile, path: string): Promise<DescribedDocument> {
  const plain = {
    title: text(front, 'title') || titleOf(content, path),
    slug: text(front, 'slug'),
    summary: text(front, 'summary') ?? text(front, 'description'),
    tags: tags(front['tags']),
    difficulty: word(front, 'difficulty'),
    visibility: word(front, 'visibility'),
    status: word(front, 'status'),
    meta_title: text(front, 'meta_title'),
    meta_description: text(front, 'meta_description'),
    content,
  };
  try {
    const request = (await pipe.transform(plain, {
      type: 'body',
      metatype: CreateDocumentRequest,
    })) as CreateDocumentRequest;
    return {
      request,
      category: text(front, 'category'),
      author: text(front, 'author'),
      thumbnail: text(front, 'thumbnail'),
    };
  } catch (error) {
    throw new UnreadableEntry(error instanceof Error ? error.message : String(error));
  }
}

/** Numbers and truth values are texts too: a title may be 1984. */
function text(front: FrontMatter, key: string): string | undefined {
  const value = front[key];
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new UnreadableEntry(`The "${key}" in its front matter must be text.`);
  return String(value).trim() || undefined;
}

/** One of a few words, in any letter case. */
const word = (front: FrontMatter, key: string): string | undefined =>
  text(front, key)?.toUpperCase().replace(/[ -]/g, '_');

const tags = (value: unknown): unknown => (Array.isArray(value) ? value.map(String) : (value ?? undefined));
