import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import { EntryLog } from './archive-format.js';

const EPOCH = new Date(0);

/** An entry whose content is known before it is written. */
export interface NewEntry {
  name: string;
  /** in bytes */
  size: number;
  sha256: string;
}

/** Writes the entries of an archive one after the other, as fast as `stream` is read. */
export class ArchiveWriter {
  private readonly pack = pack();
  private readonly log = new EntryLog();
  /** the tar file, not compressed; destroying it fails the entry that is being written */
  readonly stream = Readable.from(this.pack, { objectMode: false });

  constructor() {
    // The entry that is being written, and the reader of the stream, get the error as well.
    this.pack.on('error', () => undefined);
  }

  get totals(): { count: number; bytes: number } {
    return this.log.totals;
  }

  /** Of all entries so far. */
  digest(): string {
    return this.log.digest();
  }

  /** @throws when the content is not what the entry says: a file was damaged */
  async addVerified(entry: NewEntry, content: AsyncIterable<Buffer>): Promise<void> {
    await this.add(entry, verify(entry, content));
  }

  /** @throws when the content has another size */
  async add({ name, size, sha256 }: NewEntry, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const entry = this.pack.entry({ name, size, mode: 0o600, mtime: EPOCH, type: 'file' });
    const finished = new Promise<void>((resolve, reject) => {
      entry.once('close', resolve);
      entry.once('error', reject);
    });
    // Also awaited below; a rejection must not be unhandled until then.
    finished.catch(() => undefined);
    for await (const piece of content) if (!entry.write(piece)) await drained(entry);
    entry.end(undefined);
    await finished;
    this.log.add(name, size, sha256);
  }

  async addJson(name: string, value: object): Promise<void> {
    const content = Buffer.from(JSON.stringify(value));
    const sha256 = createHash('sha256').update(content).digest('hex');
    await this.add({ name, size: content.length, sha256 }, [content]);
  }

  finish(): void {
    this.pack.finalize();
  }

  destroy(error: Error): void {
    this.pack.destroy(error);
  }
}

async function* verify({ name, size, sha256 }: NewEntry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of content) {
    read += piece.length;
    hash.update(piece);
    if (read <= size) yield piece;
  }
  if (read !== size || hash.digest('hex') !== sha256) throw new Error(`${name} is damaged in the storage.`);
}

type Entry = ReturnType<Pack['entry']>;

/** Rejects when the archive was destroyed instead. */
function drained(entry: Entry): Promise<void> {
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      entry.removeListener('close', onClose);
      resolve();
    };
    const onClose = () => {
      entry.removeListener('drain', onDrain);
      reject(new Error('The archive was closed before it was complete.'));
    };
    entry.once('drain', onDrain);
    entry.once('close', onClose);
  });
}
