import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { type DocumentFields, parseDocumentFields } from './document-fields.js';
import { type FrontMatter, parseMarkdownFile } from './markdown-file.js';
import type { LinkSpan, Span } from './markdown-syntax.js';
import { type SourceTree, UnreadableEntry } from './source-tree.js';
import { replaceLinks } from './text-links.js';
import type { TextOutline } from './text-outline.js';
import { TextOutlineReader } from './text-outline-reader.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import type { Images } from '../../../../platform/images/images.js';
import type { SkippedEntry } from './archive-inspection.js';

/** A file of a source, read and validated. */
export interface ImportedFile {
  fields: DocumentFields;
  outline: TextOutline;
  /** the part of its text that is its title now */
  removed: Span | undefined;
}

/** Whether a hub has exported the file: its text then stays as it is, apart from its links. */
const isExported = (front: FrontMatter): boolean =>
  ['slug', 'visibility', 'status', 'created_at', 'updated_at'].every((key) => Object.hasOwn(front, key));

/** Hugo describes a folder in a file that often has no text. */
export const isFolderIndex = (path: string): boolean => /(?:^|\/)_index\.md$/.test(path);

@Injectable()
export class ImportedFilesService {
  constructor(private readonly outlines: TextOutlineReader) {}

  /**
   * @param listedTitle of the file in the table of contents of its tree
   * @throws UnreadableEntry
   */
  async read(tree: SourceTree, path: string, listedTitle?: string): Promise<ImportedFile> {
    const { front, content } = parseMarkdownFile(await tree.read(path));
    const outline = await this.outlines.read({ text: content, converts: !isExported(front) });
    const hasTitle = typeof front['title'] === 'string' && front['title'].trim() !== '';
    const removed = !hasTitle && outline.title && outline.title.end > 0 ? outline.title : undefined;
    const text = removed
      ? outline.content.slice(0, removed.start) + outline.content.slice(removed.end)
      : outline.content;
    if (text.trim() === '')
      throw new UnreadableEntry(({ imports }) => (isFolderIndex(path) ? imports.emptyIndex : imports.empty));
    const title = outline.title?.text ?? listedTitle;
    return { fields: await parseDocumentFields(front, { title, content: text }, path), outline, removed };
  }

  /** A text that the hub has stored. @throws UnreadableEntry */
  async readStored(text: string): Promise<Pick<ImportedFile, 'outline' | 'removed'>> {
    return {
      outline: await this.outlines.read({ text: normalizeLineEnds(text), converts: false }),
      removed: undefined,
    };
  }
}

/** SHA-256 of a text with replaced link targets. */
export const computeHash = (
  { outline, removed }: Pick<ImportedFile, 'outline' | 'removed'>,
  getPlaceholder: (link: LinkSpan) => string | undefined,
): string =>
  createHash('sha256')
    .update(replaceLinks(outline, removed, getPlaceholder))
    .digest('base64url');

/** Whether the file caused the error, unlike a full disk or an unavailable database. */
export const isInputError = (error: unknown): error is UnreadableEntry | DomainError =>
  error instanceof UnreadableEntry || (error instanceof DomainError && error.status < 500);

/** Stores images when a text first shows them, once per author. */
export class ImportImages {
  storedCount = 0;
  readonly skipped: SkippedEntry[] = [];
  private readonly urls = new Map<string, Promise<string | undefined>>();

  /** @param paths by key */
  constructor(
    private readonly tree: SourceTree,
    private readonly images: Images,
    private readonly paths: ReadonlyMap<string, string>,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * Stores the image unless it is stored already. Documents that are prepared at the same time share one promise.
   * @returns undefined when it is invalid; `skipped` then has the reason
   */
  getUrl(actor: Actor, key: string): Promise<string | undefined> {
    const cacheKey = `${actor.id} ${key}`;
    const known = this.urls.get(cacheKey);
    if (known) return known;
    const stored = this.store(actor, key);
    this.urls.set(cacheKey, stored);
    return stored;
  }

  /** The bytes of an image, for example for a thumbnail. */
  async read(key: string): Promise<{ bytes: Buffer; name: string } | undefined> {
    const path = this.paths.get(key);
    return path === undefined ? undefined : { bytes: await this.tree.read(path), name: path.split('/').at(-1) ?? '' };
  }

  /** Reports an image as skipped. @throws the error when the file did not cause it */
  skip(key: string, error: unknown): void {
    this.signal?.throwIfAborted();
    if (!isInputError(error)) throw error;
    this.skipped.push({ path: this.paths.get(key) ?? key, reason: error.detail });
  }

  private async store(actor: Actor, key: string): Promise<string | undefined> {
    try {
      const image = await this.read(key);
      if (!image) return undefined;
      const { url } = await this.images.storeImage(actor, image, this.signal);
      this.storedCount++;
      return url;
    } catch (error) {
      this.skip(key, error);
      return undefined;
    }
  }
}
