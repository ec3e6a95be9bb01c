import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';

export interface DetectedMedia {
  /** undefined for what has no signature, such as text; names and what the client says are no evidence */
  mediaType: string | undefined;
  /** the whole of the source, to be stored or discarded (see discard) in its place */
  content: Readable;
}

/** What file-type asks for to tell all it knows. */
const SAMPLE_BYTES = 4100;

/** Tells the media type by the first bytes; the rest stays where it is until `content` is read. */
export async function detectMediaType(source: Readable): Promise<DetectedMedia> {
  const iterator = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const head = await readHead(iterator);
  const content = new Readable({
    read() {
      iterator.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
  if (head.length > 0) content.push(head);
  return { mediaType: (await fileTypeFromBuffer(head))?.mime, content };
}

async function readHead(iterator: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < SAMPLE_BYTES;) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(chunks);
}

/** Tells the media type of a file that lies on the disk or in memory; undefined for what has no signature. */
export async function mediaTypeOf(data: string | Buffer): Promise<string | undefined> {
  const head = typeof data === 'string' ? await headOf(data) : data.subarray(0, SAMPLE_BYTES);
  return (await fileTypeFromBuffer(head))?.mime;
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(SAMPLE_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
