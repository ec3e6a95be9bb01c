import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { DomainError } from '../errors/domain-error.js';

export interface DetectedMedia {
  /** undefined without a known signature, such as for text; names and declared types are not trusted */
  mediaType: string | undefined;
  /** how many bytes it was detected from: SAMPLE_BYTES, or all when the source has less */
  sampleBytes: number;
  /** the complete source; read or discard it instead of the source */
  content: Readable;
}

/** The bytes that file-type needs to detect every type. */
export const SAMPLE_BYTES = 4100;

/** Detects the media type from the first bytes. The rest of the source is read with `content`. */
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
  return { mediaType: (await fileTypeFromBuffer(head))?.mime, sampleBytes: head.length, content };
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

/** Detects the media type of a file or buffer; undefined without a known signature. */
export async function readMediaType(data: string | Buffer): Promise<string | undefined> {
  const head = typeof data === 'string' ? await readFileHead(data) : data.subarray(0, SAMPLE_BYTES);
  return (await fileTypeFromBuffer(head))?.mime;
}

async function readFileHead(path: string): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(SAMPLE_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Media types of MP4, MOV, WebM, MKV and AVI, as detected from the bytes. */
const videoTypes = new Set([
  'video/mp4',
  'video/x-m4v',
  'video/quicktime',
  'video/webm',
  'video/matroska',
  'video/x-matroska',
  'video/vnd.avi',
  'video/x-msvideo',
]);

/** @throws 415 unless the detected media type is that of a video */
export function requireVideoType(mediaType: string | undefined): asserts mediaType is string {
  if (mediaType && videoTypes.has(mediaType)) return;
  throw new DomainError(415, 'not_a_video', (texts) => texts.platform.notAVideo);
}
