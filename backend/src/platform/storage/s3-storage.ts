import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createS3Client, type S3Options, unlessMissing } from './s3-client.js';
import type { Spool } from './spool.js';
import { type ByteRange, type Content, contentPath, Storage } from './storage.js';

/**
 * Contents in a bucket. They are spooled to the local disk first and uploaded under their final key: the bucket never
 * contains partial content, known content is not sent again, parts can be retried, and the 5 GB limit of CopyObject
 * does not apply.
 */
export class S3Storage extends Storage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(options: S3Options, spool: Spool) {
    super(spool);
    this.bucket = options.bucket;
    this.client = createS3Client(options);
  }

  protected override async keep(path: string, { sha256, size }: Content): Promise<void> {
    if ((await this.stat(sha256))?.size !== size) await this.send(path, sha256);
  }

  override async stat(sha256: string): Promise<{ size: number } | undefined> {
    const found = await unlessMissing(this.client.send(new HeadObjectCommand(this.address(sha256))));
    return found && { size: found.ContentLength ?? 0 };
  }

  override async read(sha256: string, span?: ByteRange): Promise<Readable | undefined> {
    const range = span && { Range: `bytes=${span.start}-${span.end}` };
    const found = await unlessMissing(this.client.send(new GetObjectCommand({ ...this.address(sha256), ...range })));
    // In Node the body is always a Readable; the type also covers browsers.
    return found?.Body as Readable | undefined;
  }

  override localPath(): undefined {
    return undefined;
  }

  override async delete(sha256: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.address(sha256)));
  }

  private async send(path: string, sha256: string): Promise<void> {
    const body = createReadStream(path);
    try {
      await new Upload({ client: this.client, params: { ...this.address(sha256), Body: body } }).done();
    } finally {
      body.destroy();
    }
  }

  private address(sha256: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: contentPath(sha256) };
  }
}
