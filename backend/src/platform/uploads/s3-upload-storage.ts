import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createS3Client, type S3Options } from '../storage/s3-client.js';
import type { Spool } from '../storage/spool.js';
import { UploadStorage } from './upload-storage.js';

interface Part {
  key: string;
  /** position in the upload, in bytes */
  start: number;
  size: number;
}

const PREFIX = 'uploads/';
const PART_BYTES = 16 * 1024 ** 2;
/** Digits of the largest position. Keys of equal length are listed in the order of their positions. */
const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/**
 * Each upload is a series of objects, named by their position: `uploads/{id}/{position}`. Parts of an S3 multipart
 * upload would have to be at least 5 MB and remain invisible when they are abandoned; objects are listed, read and
 * deleted like others. Parts are sent one after the other, so that the series has no gap after a crash.
 */
export class S3UploadStorage extends UploadStorage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(
    options: S3Options,
    private readonly spool: Spool,
    private readonly partBytes = PART_BYTES,
  ) {
    super();
    this.bucket = options.bucket;
    this.client = createS3Client(options);
  }

  /** An upload without bytes has no object. */
  override async create(): Promise<void> {}

  override async append(id: string, offset: number, source: AsyncIterable<Buffer>): Promise<number> {
    let end = offset;
    for await (const part of this.spool.split(source, this.partBytes)) {
      await this.send(`${PREFIX}${id}/${String(end).padStart(DIGITS, '0')}`, part);
      end += part.size;
    }
    return end;
  }

  override async size(id: string): Promise<number> {
    return (await this.parts(id)).reduce((sum, { size }) => sum + size, 0);
  }

  override async read(id: string, length = Infinity): Promise<Readable> {
    const parts = await this.parts(id);
    return Readable.from(
      this.readParts(
        parts.filter(({ start }) => start < length),
        length,
      ),
      { objectMode: false },
    );
  }

  override localPath(): undefined {
    return undefined;
  }

  override async remove(id: string): Promise<void> {
    for await (const { key } of this.objects(`${PREFIX}${id}/`))
      await this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key }));
  }

  override async list(): Promise<string[]> {
    const ids = new Set<string>();
    for await (const { key } of this.objects(PREFIX)) ids.add(key.split('/')[1] ?? '');
    return [...ids];
  }

  /** S3 reports no limit of a bucket. */
  override async requireSpace(): Promise<void> {}

  private async *readParts(parts: readonly Part[], length: number): AsyncGenerator<Buffer> {
    for (const { key, start, size } of parts) {
      const Range = start + size > length ? `bytes=0-${length - start - 1}` : undefined;
      const found = await this.client.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: key, ...(Range && { Range }) }),
      );
      yield* found.Body as AsyncIterable<Buffer>;
    }
  }

  private async send(key: string, { path, size }: { path: string; size: number }): Promise<void> {
    const body = createReadStream(path);
    try {
      await this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: body, ContentLength: size }));
    } finally {
      body.destroy();
    }
  }

  /** The parts that continue each other from the beginning. Two writers at once may have left overlapping ones. */
  private async parts(id: string): Promise<Part[]> {
    const found: Part[] = [];
    let end = 0;
    for await (const { key, size } of this.objects(`${PREFIX}${id}/`)) {
      const start = Number(key.split('/')[2]);
      if (start > end) break;
      if (start < end) continue;
      found.push({ key, start, size });
      end += size;
    }
    return found;
  }

  private async *objects(prefix: string): AsyncGenerator<{ key: string; size: number }> {
    let token: string | undefined;
    do {
      const page = await this.client.send(
        new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ...(token && { ContinuationToken: token }) }),
      );
      for (const { Key, Size } of page.Contents ?? []) yield { key: Key ?? '', size: Size ?? 0 };
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token);
  }
}
