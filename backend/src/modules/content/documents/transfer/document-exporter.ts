import { PassThrough, Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ZipFile } from 'yazl';
import { createSlug } from '@hub/shared/slugs';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { FileReferences, type ReadableFile } from '../../../../platform/files/file-references.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { LOGGER } from '../../../../platform/logging/logger.js';
import { Storage } from '../../../../platform/storage/storage.js';
import { CATEGORY_FILE, categoryKey, printCategoryFile } from './category-file.js';
import { ExportQueries, buildFrontMatter, type LinkedDocument } from './export.queries.js';
import { UNCATEGORIZED } from './folder-categories.js';
import { printMarkdownFile } from './markdown-file.js';
import { getArchivePath, parseDocumentLink, parseFileLink } from './file-links.js';
import type { RunStep } from './transfer-limiter.js';
import { isIndexPath } from './reading-order.js';
import { UnreadableEntry } from './source-tree.js';
import { replaceLinks } from './text-links.js';
import type { TextOutline } from './text-outline.js';
import { TextOutlineReader } from './text-outline-reader.js';

interface ExportedFile {
  path: string;
  categoryPath: string[];
  bytes: Buffer;
  mtime: Date;
  files: ReadableFile[];
}

/** Exports documents as Markdown files with their images and attachments, in the form that an import reads. */
@Injectable()
export class DocumentExporter {
  constructor(
    private readonly queries: ExportQueries,
    private readonly outlines: TextOutlineReader,
    private readonly fileReferences: FileReferences,
    private readonly storage: Storage,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Streams a ZIP, one file at a time, so that its size does not affect memory.
   * @param runStep runs the preparation of each document; sending it depends on the client's speed
   */
  createArchive(actor: Actor, runStep: RunStep): Readable {
    const zip = new ZipFile();
    const output = new PassThrough();
    // An incomplete archive must not look complete, and writing ends when the client is gone.
    const writer = new ZipWriter(zip, output);
    zip.outputStream.pipe(output);
    this.write(actor, writer, runStep).then(
      () => zip.end(),
      (error: Error) => {
        const isClientGone = output.destroyed || error instanceof DomainError;
        if (!isClientGone) this.logger.error({ err: error }, 'export broken off');
        output.destroy(error);
      },
    );
    return output;
  }

  private async write(actor: Actor, writer: ZipWriter, runStep: RunStep): Promise<void> {
    const written = new Set<string>();
    const levels = new Map<string, Map<string, number>>();
    const categories = new Set<string>();
    for await (const id of this.queries.visibleIds(actor)) {
      const file = await runStep(() => this.prepare(actor, id, levels));
      if (!file) continue;
      for (let depth = 1; depth <= file.categoryPath.length; depth++)
        categories.add(categoryKey(file.categoryPath.slice(0, depth)));
      await writer.add(file.path, () => Promise.resolve(Readable.from([file.bytes])), { mtime: file.mtime });
      for (const linked of file.files) {
        const path = getArchivePath(linked);
        if (written.has(path)) continue;
        written.add(path);
        // Most are compressed already, and an import refuses what unpacks to many times its size.
        await writer.add(path, async () => (await this.storage.read(linked.sha256)) ?? Readable.from([]), {
          compress: false,
        });
      }
    }
    const described = (await this.queries.listCategories()).filter(({ path }) => categories.has(categoryKey(path)));
    const text = Buffer.from(printCategoryFile(described));
    if (described.length) await writer.add(CATEGORY_FILE, () => Promise.resolve(Readable.from([text])), {});
  }

  /** @returns undefined when the document is deleted or no longer visible */
  private async prepare(
    actor: Actor,
    id: string,
    levels: Map<string, Map<string, number>>,
  ): Promise<ExportedFile | undefined> {
    const document = await this.queries.find(actor, id);
    if (!document) return undefined;
    const outline = await this.buildOutline(document.content);
    const targets = new Set(outline.links.map(({ target }) => target));
    const files = await this.findFiles(actor, [...targets, document.thumbnail ?? '']);
    const pages = await this.readPages(actor, targets);
    const root = '../'.repeat(getPath(document).split('/').length - 1);
    const order = await this.findOrder(actor, id, document.level_id, levels);
    const relative = (target: string): string | undefined => {
      const file = files.get(target);
      const path = file ? toRelativeLink(getArchivePath(file)) : pages.get(target);
      return path === undefined ? undefined : root + path;
    };
    const text = printMarkdownFile(
      buildFrontMatter(document, relative(document.thumbnail ?? ''), order),
      replaceLinks(outline, undefined, ({ target }) => relative(target)),
    );
    return {
      path: getPath(document),
      categoryPath: document.category_path ?? [],
      bytes: Buffer.from(text),
      mtime: new Date(document.updated_at ?? document.created_at),
      files: [...files.values()],
    };
  }

  /** The number of a document among its siblings. @param levels those that are numbered already */
  private async findOrder(
    actor: Actor,
    id: string,
    levelId: string | null,
    levels: Map<string, Map<string, number>>,
  ): Promise<number | undefined> {
    if (levelId === null) return undefined;
    const numbers = levels.get(levelId) ?? (await this.queries.numberLevel(actor, levelId));
    levels.set(levelId, numbers);
    return numbers.get(id);
  }

  /** Without links for a text that takes too long: it is exported as it is. */
  private async buildOutline(content: string): Promise<Pick<TextOutline, 'content' | 'links'>> {
    try {
      return await this.outlines.read({ text: content, converts: false });
    } catch (error) {
      if (error instanceof UnreadableEntry) return { content, links: [] };
      throw error;
    }
  }

  /** The hub's files among the targets that exist and the actor may read, by their target. */
  private async findFiles(actor: Actor, targets: Iterable<string>): Promise<Map<string, ReadableFile>> {
    const files = new Map<string, ReadableFile>();
    for (const target of targets) {
      const file = parseFileLink(target, this.config.publicUrl);
      const readable = file && (await this.fileReferences.readable(actor, file.id, file.hash).catch(ignoreMissing));
      if (readable && (await this.storage.stat(readable.sha256))) files.set(target, readable);
    }
    return files;
  }

  /** Paths in the archive of the documents among the targets, by their target; only of those that are exported. */
  private async readPages(actor: Actor, targets: Iterable<string>): Promise<Map<string, string>> {
    const links = [...targets].flatMap((target) => {
      const link = parseDocumentLink(target, this.config.publicUrl);
      return link ? [{ target, ...link }] : [];
    });
    const documents = await this.queries.findLinked(actor, [...new Set(links.map(({ key }) => key))]);
    const pages = new Map<string, string>();
    for (const { target, key, suffix } of links) {
      const document = documents.get(key);
      if (document) pages.set(target, getPath(document) + suffix);
    }
    return pages;
  }
}

/** Without what would end the path of a link. */
const toRelativeLink = (path: string): string => path.replace(/[%#?]/g, encodeURIComponent);

const getFolder = ({ category_path: path }: LinkedDocument): string =>
  path?.map((name) => createSlug(name) || 'category').join('/') || UNCATEGORIZED;

/** Path of a document in the archive; with children it is the index of their folder. Slugs are unique, so paths are. */
function getPath(document: LinkedDocument): string {
  const path = [getFolder(document), ...document.page_path, document.slug].join('/');
  return document.has_children || isIndexPath(`${path}.md`) ? `${path}/index.md` : `${path}.md`;
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof DomainError && error.status === 404) return undefined;
  throw error;
}

/** Adds a file when the previous one has been read, so that at most one is open. */
class ZipWriter {
  private readonly closed: Promise<never>;
  private source: Readable | undefined;

  constructor(
    private readonly zip: ZipFile,
    output: PassThrough,
  ) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.closed = promise;
    this.closed.catch(() => undefined);
    output.once('close', () => {
      this.source?.destroy();
      reject(new Error('The archive is no longer read.'));
    });
  }

  async add(path: string, open: () => Promise<Readable>, options: { mtime?: Date; compress?: boolean }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.zip.addReadStreamLazy(path, options, (callback) => {
      open().then((source) => {
        this.source = source.once('end', resolve).once('error', reject);
        callback(null, source);
      }, reject);
    });
    await Promise.race([promise, this.closed]);
  }
}
