import { ITEM_TAGS_MAX, ITEM_TITLE_MAX, TAG_MAX } from '@hub/shared/limits';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { singleLine } from '../../../../platform/http/validation/text.js';
import { validationPipe } from '../../../../platform/http/validation/validation.pipe.js';
import { difficulties, documentStatuses, visibilities } from '../../audience/audience.js';
import { CreateDocumentRequest } from '../documents.dto.js';
import type { CategoryReference } from './category-resolver.js';
import { isDraft } from './draft-conventions.js';
import type { FrontMatter } from './markdown-file.js';
import { nameOfFile } from './reading-order.js';
import { UnreadableEntry } from './source-tree.js';
import { type Localized, sourceTexts, type Texts } from '../../../../platform/language/texts.js';

/** The fields of a Markdown file, validated like an API request. */
export interface DocumentFields {
  request: CreateDocumentRequest;
  /** whether the source's own conventions say that it is a draft */
  isDraft: boolean;
  category: CategoryReference | undefined;
  /** by name */
  author: string | undefined;
  /** a link to an image */
  thumbnail: string | undefined;
  /** sentences about what was left out */
  warnings: Localized[];
}

const pipe = validationPipe();

/**
 * What the hub cannot take is left out and named.
 * @param text its content, and a title for a file whose front matter has none
 * @throws UnreadableEntry for a text that cannot be a document
 */
export async function parseDocumentFields(
  front: FrontMatter,
  text: { title: string | undefined; content: string },
  path: string,
): Promise<DocumentFields> {
  const reader = new FieldReader(front);
  const plain: Record<string, unknown> = {
    title: shortTitle(reader.text('title') ?? text.title ?? nameOfFile(path), reader.warnings),
    content: text.content,
    slug: reader.text('slug'),
    summary: reader.text('summary') ?? reader.text('description'),
    tags: reader.tags(),
    difficulty: reader.choice('difficulty', difficulties),
    visibility: reader.choice('visibility', visibilities),
    status: reader.choice('status', documentStatuses),
    thumbnail_placement: reader.text('thumbnail_placement')?.toUpperCase(),
    meta_title: reader.text('meta_title'),
    meta_description: reader.text('meta_description'),
    is_template: reader.text('is_template')?.toLowerCase() === 'true' || undefined,
  };
  // An unknown visibility must not become the default, which everyone may see.
  const isHidden = plain['visibility'] === undefined && (front['visibility'] ?? '') !== '';
  const isMarkedDraft = isDraft(front, path) || isHidden;
  if (isMarkedDraft) plain['status'] = 'DRAFT';
  return {
    request: await validate(plain, reader.warnings),
    isDraft: isMarkedDraft,
    category: reader.category(),
    author: reader.text('author'),
    thumbnail: reader.text('thumbnail'),
    warnings: [...new Map(reader.warnings.map((warning) => [warning(sourceTexts), warning])).values()],
  };
}

function shortTitle(title: string, warnings: Localized[]): string {
  const line = singleLine(title.slice(0, 10 * ITEM_TITLE_MAX));
  if (line.length <= ITEM_TITLE_MAX && title.length <= 10 * ITEM_TITLE_MAX) return line;
  warnings.push(({ imports }) => imports.shortTitle(ITEM_TITLE_MAX));
  return line.slice(0, ITEM_TITLE_MAX).toWellFormed().trim();
}

const leftOut =
  (field: string, why: Localized): Localized =>
  (texts) =>
    texts.imports.leftOut({ field, why: why(texts) });

/** @throws UnreadableEntry when the title or content is invalid */
async function validate(plain: Record<string, unknown>, warnings: Localized[]): Promise<CreateDocumentRequest> {
  const transform = () => pipe.transform({ ...plain }, { type: 'body', metatype: CreateDocumentRequest });
  try {
    return (await transform()) as CreateDocumentRequest;
  } catch (error) {
    const errors = error instanceof DomainError ? (error.details.errors ?? []) : [];
    if (!errors.length || errors.some(({ field }) => field === 'title' || field === 'content'))
      throw new UnreadableEntry(error instanceof DomainError ? error.detail : () => String(error));
    for (const { field, message } of errors) {
      plain[field] = undefined;
      warnings.push(leftOut(field, message));
    }
    return (await transform()) as CreateDocumentRequest;
  }
}

/** Reads fields of front matter, and notes those that the hub cannot take. */
class FieldReader {
  readonly warnings: Localized[] = [];

  constructor(private readonly front: FrontMatter) {}

  text(key: string): string | undefined {
    const value = this.front[key] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value === 'string') return value.trim() || undefined;
    this.warnings.push(leftOut(key, ({ imports }) => imports.noText));
    return undefined;
  }

  /** A value of the hub in any letter case, with hyphens and spaces. */
  choice(key: string, choices: readonly string[]): string | undefined {
    const value = this.text(key);
    const choice = value?.toUpperCase().replace(/[ -]/g, '_');
    if (value === undefined || choice === undefined || choices.includes(choice)) return choice;
    this.warnings.push(leftOut(key, ({ imports }) => imports.noChoice({ field: key, value: value.slice(0, 100) })));
    return undefined;
  }

  /** A list, or one text with commas. */
  tags(): string[] | undefined {
    const value = this.front['tags'] ?? this.front['tag'] ?? undefined;
    if (value === undefined) return undefined;
    const items: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
    const named = items.filter((item) => typeof item === 'string').slice(0, 10 * ITEM_TAGS_MAX);
    if (named.length < items.length) this.warnings.push(leftOut('tags', ({ imports }) => imports.tagsNoText));
    const tags = new Set(named.map((tag) => singleLine(tag.replace(/^\s*#(?=\S)/, ''))).filter(Boolean));
    const fitting = [...tags].filter((tag) => tag.length <= TAG_MAX);
    const long = [...tags].filter((tag) => tag.length > TAG_MAX);
    if (long.length)
      this.warnings.push((texts) => texts.imports.longTags({ max: TAG_MAX, list: listNames(texts, long) }));
    if (fitting.length > ITEM_TAGS_MAX)
      this.warnings.push((texts) =>
        texts.imports.manyTags({ max: ITEM_TAGS_MAX, list: listNames(texts, fitting.slice(ITEM_TAGS_MAX)) }),
      );
    return fitting.slice(0, ITEM_TAGS_MAX);
  }

  /** One name, or the names of nested categories with the outermost first. */
  category(): CategoryReference | undefined {
    const value = this.front['category'];
    if (!Array.isArray(value)) return singleLine(this.text('category') ?? '') || undefined;
    const names = value.filter((name) => typeof name === 'string').map((name) => singleLine(name));
    if (names.length < value.length) this.warnings.push(leftOut('category', ({ imports }) => imports.categoryNoText));
    return names.length === value.length && names.some(Boolean) ? names.filter(Boolean) : undefined;
  }
}

const MAX_LISTED = 10;

/** Names for a sentence, the first of many. */
export function listNames({ imports }: Texts, names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => (name.length > 200 ? `${name.slice(0, 200)}…` : name));
  const list = shown.join(', ');
  return names.length > MAX_LISTED ? imports.andMore({ list, count: names.length - MAX_LISTED }) : list;
}
