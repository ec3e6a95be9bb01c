import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { normalizeLineEnds } from '../../../../platform/http/validation/text.js';
import { type DocumentFields, parseDocumentFields } from './document-fields.js';
import { type FrontMatter, parseMarkdownFile } from './markdown-file.js';
import type { LinkSpan, Span } from './markdown-syntax.js';
import type { SourceTree } from './source-tree.js';
import { replaceLinks } from './text-links.js';
import type { TextOutline } from './text-outline.js';
import { TextOutlines } from './text-outlines.js';

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

@Injectable()
export class ImportedFiles {
  constructor(private readonly outlines: TextOutlines) {}

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
export const hashOf = (
  { outline, removed }: Pick<ImportedFile, 'outline' | 'removed'>,
  placeholderOf: (link: LinkSpan) => string | undefined,
): string =>
  createHash('sha256')
    .update(replaceLinks(outline, removed, placeholderOf))
    .digest('base64url');
