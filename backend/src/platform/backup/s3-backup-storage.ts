import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type MultipartUpload,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createS3Client, type S3Options, unlessMissing } from '../storage/s3-client.js';
import type { ByteRange } from '../storage/storage.js';
import { BackupStorage } from './backup-storage.js';

const PREFIX = 'backups/';
/** An object has at most 10,000 parts, so an archive at most 320 GB. Two parts are in memory. */
const PART_BYTES = 32 * 1024 ** 2;
const PARTS_AT_ONCE = 2;

/** Archives in a bucket. An object gets its name when all of its parts are there. */
export class S3BackupStorage extends BackupStorage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(options: S3Options) {
    super();
    this.bucket = options.bucket;
    this.client = createS3Client(options);
  }

  override async write(name: string, content: Readable): Promise<void> {
    const params = { ...this.address(name), Body: content };
    const upload = new Upload({
      client: this.client,
      params,
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      // Aborted below: the error of an abort that fails would take the place of the reason.
      leavePartsOnError: true,
    });
    try {
      await upload.done();
    } catch (error) {
      content.destroy();
      await upload.abort().catch(() => undefined);
      throw error;
    }
  }

  override async stat(name: string): Promise<{ size: number } | undefined> {
    const found = await unlessMissing(this.client.send(new HeadObjectCommand(this.address(name))));
    return found && { size: found.ContentLength ?? 0 };
  }

  override async list(): Promise<ReadonlySet<string>> {
    const names = new Set<string>();
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: PREFIX });
    for await (const { Contents = [] } of pages)
      for (const { Key = '' } of Contents) names.add(Key.slice(PREFIX.length));
    return names;
  }

  override async read(name: string, span?: ByteRange): Promise<Readable | undefined> {
    const range = span && { Range: `bytes=${span.start}-${span.end}` };
    const found = await unlessMissing(this.client.send(new GetObjectCommand({ ...this.address(name), ...range })));
    return found?.Body as Readable | undefined;
  }

  override async delete(name: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand(this.address(name)));
  }

  /** Parts of an unfinished upload are invisible, but take space. */
  override async deletePartials(): Promise<void> {
    for (const { Key, UploadId } of await this.listUploads())
      await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId }));
  }

  /** Some services cannot list them, some keys may not; a rule of the bucket can delete them instead. */
  private async listUploads(): Promise<MultipartUpload[]> {
    try {
      const listed = new ListMultipartUploadsCommand({ Bucket: this.bucket, Prefix: PREFIX });
      return (await this.client.send(listed)).Uploads ?? [];
    } catch (error) {
      if (error instanceof S3ServiceException && ['NotImplemented', 'AccessDenied'].includes(error.name)) return [];
      throw error;
    }
  }

  private address(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: PREFIX + name };
  }
}
