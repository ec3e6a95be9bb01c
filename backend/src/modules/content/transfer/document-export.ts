import { PassThrough, Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ZipFile } from 'yazl';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { FileUses, type ReadableFile } from '../../../platform/files/file-uses.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { Storage } from '../../../platform/storage/storage.js';
import { slugFrom } from '../items/slugs.js';
import { type ExportedDocument, ExportQueries, frontMatterOf } from './export.queries.js';
import { printMarkdownFile } from './markdown-file.js';
import { relink, targetsIn } from './markdown-links.js';
import { imagePath, ownFile } from './own-files.js';

/** Writes documents out as files that stand for themselves, and that an import takes in again. */
@Injectable()
export class DocumentExport {
  constructor(
    private readonly queries: ExportQueries,
    private readonly uses: FileUses,
    private readonly storage: Storage,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A ZIP that is written while it is read, one file at a time: however much there is, little of it is in memory. */
  archive(actor: Actor): Readable {
    const zip = new ZipFile();
    const output = new PassThrough();
    // One that breaks off must not look whole, and whoever reads no more must not be written for.
    const writer = new ZipWriter(zip, output);
    zip.outputStream.pipe(output);
    this.write(actor, writer).then(
      () => zip.end(),
      (error: Error) => {
        if (!output.destroyed) this.logger.error({ err: error }, 'export broken off');
        output.destroy(error);
      },
    );
    return output;
  }

  private async write(actor: Actor, writer: ZipWriter): Promise<void> {
    const written = new Set<string>();
    for await (const document of this.queries.all(actor)) {
      const images = await this.imagesOf(actor, document);
      const text = printMarkdownFile(
        frontMatterOf(document, relative(images, document.thumbnail)),
        relink(document.content, (target) => relative(images, target)),
      );
      const folder = document.category_name === null ? 'uncategorized' : slugFrom(document.category_name) || 'category';
      await writer.add(`${folder}/${document.slug}.md`, () => Promise.resolve(Readable.from([Buffer.from(text)])), {
        mtime: new Date(document.updated_at ?? document.created_at),
      });
      for (const image of images.values()) {
        const path = imagePath(image);
        if (written.has(path)) continue;
        written.add(path);
        // Pictures are packed already.
        await writer.add(path, async () => (await this.storage.read(image.sha256)) ?? Readable.from([]), {
          compress: false,
        });
      }
    }
  }

  /** The files of ours that a document shows and this person may read, by the address that stands there. */
  private async imagesOf(
    actor: Actor,
    document: ExportedDocument & { thumbnail: string | null },
  ): Promise<Map<string, ReadableFile>> {
    const images = new Map<string, ReadableFile>();
    for (const target of [...targetsIn(document.content), ...(document.thumbnail ? [document.thumbnail] : [])]) {
      const file = ownFile(target, this.config.publicUrl);
      const readable = file && (await this.uses.readable(actor, file.id, file.hash).catch(undefinedIfMissing));
      if (readable?.media_type.startsWith('image/') && (await this.storage.stat(readable.sha256)))
        images.set(target, readable);
    }
    return images;
  }
}

const relative = (images: ReadonlyMap<string, ReadableFile>, target: string | null): string | undefined => {
  const image = images.get(target ?? '');
  return image && `../${imagePath(image)}`;
};

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof DomainError && error.status === 404) return undefined;
  throw error;
}

/** Adds a file when the one before it has been read, so that no more than one is open. */
class ZipWriter {
  private readonly gone: Promise<never>;
  private source: Readable | undefined;

  constructor(
    private readonly zip: ZipFile,
    output: PassThrough,
  ) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.gone = promise;
    this.gone.catch(() => undefined);
    output.once('close', () => {
      this.source?.destroy();
      reject(new Error('Nobody reads the archive any more.'));
    });
  }

  async add(path: string, open: () => Promise<Readable>, options: { mtime?: Date; compress?: boolean }): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.zip.addReadStreamLazy(path, options, (give) => {
      open().then((source) => {
        this.source = source.once('end', resolve).once('error', reject);
        give(null, source);
      }, reject);
    });
    await Promise.race([promise, this.gone]);
  }
}
