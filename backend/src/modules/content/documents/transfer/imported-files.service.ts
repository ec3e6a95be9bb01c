import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { type DocumentFields, parseDocumentFields } from './document-fields.js';
import { type FrontMatter, parseMarkdownFile } from './markdown-file.js';
import type { LinkSpan, Span } from './markdown-syntax.js';
import { MAX_UNPACKED_BYTES, type SourceEntry, type SourceTree, UnreadableEntry } from './source-tree.js';
import { replaceLinks } from './text-links.js';
import type { TextOutline } from './text-outline.js';
import { TextOutlineReader } from './text-outline-reader.js';
import type { Actor } from '../../../../platform/access/actor.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { Images } from '../../../../platform/images/images.js';
import { AttachmentsService } from '../../attachments/attachments.service.js';
import type { ArchiveInspection, SkippedEntry } from './archive-inspection.js';

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
  constructor(
    private readonly outlines: TextOutlineReader,
    private readonly images: Images,
    private readonly attachments: AttachmentsService,
  ) {}

  /** The images and attachments of an import. */
  forImport(tree: SourceTree, found: ArchiveInspection, signal?: AbortSignal): ImportFiles {
    return new ImportFiles(tree, this.images, this.attachments, found, signal);
  }

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

/** Stores images and attachments when a text first uses them, once per author. */
export class ImportFiles {
  /** number of stored images */
  imageCount = 0;
  /** number of stored attachments */
  attachmentCount = 0;
  readonly skipped: SkippedEntry[] = [];
  private readonly urls = new Map<string, Promise<string | undefined>>();

  /** of attachments, which may have as many as documents and images together */
  private attachmentBytes = 0;

  constructor(
    private readonly tree: SourceTree,
    private readonly images: Images,
    private readonly attachments: AttachmentsService,
    private readonly found: Pick<ArchiveInspection, 'images' | 'attachments'>,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * Stores the image or attachment unless it is stored already. Documents that are prepared at the same time share one
   * promise.
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
    const path = this.found.images.get(key);
    return path === undefined ? undefined : { bytes: await this.tree.read(path), name: path.split('/').at(-1) ?? '' };
  }

  /** Reports a file as skipped. @throws the error when the file did not cause it */
  skip(key: string, error: unknown): void {
    this.signal?.throwIfAborted();
    if (!isInputError(error)) throw error;
    const path = this.found.images.get(key) ?? this.found.attachments.get(key)?.path ?? key;
    this.skipped.push({ path, reason: error.detail });
  }

  private async store(actor: Actor, key: string): Promise<string | undefined> {
    try {
      const attachment = this.found.attachments.get(key);
      if (attachment) return await this.storeAttachment(actor, attachment);
      const image = await this.read(key);
      if (!image) return undefined;
      const { url } = await this.images.storeImage(actor, image, this.signal);
      this.imageCount++;
      return url;
    } catch (error) {
      this.skip(key, error);
      return undefined;
    }
  }

  /** @throws DomainError, UnreadableEntry */
  private async storeAttachment(actor: Actor, { path, size }: Pick<SourceEntry, 'path' | 'size'>): Promise<string> {
    this.signal?.throwIfAborted();
    this.attachmentBytes += size;
    if (this.attachmentBytes > MAX_UNPACKED_BYTES) {
      this.attachmentBytes -= size;
      throw new UnreadableEntry(({ imports }) => imports.tooLarge);
    }
    const source = Readable.from(this.tree.stream(path), { objectMode: false });
    try {
      const { url } = await this.attachments.storeStream(actor, source, path);
      this.attachmentCount++;
      return url;
    } finally {
      source.destroy();
    }
  }
}
