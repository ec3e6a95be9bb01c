import type { Readable } from 'node:stream';

/**
 * The bytes of uploads that are not complete, or not yet taken over as files, in a folder or an S3 bucket. Rows of
 * `uploads` name them.
 */
export abstract class UploadStorage {
  /** Creates the empty storage of a new upload. */
  abstract create(id: string): Promise<void>;

  /**
   * Appends what arrives until the stream ends or fails; what was written before an error stays.
   * @param offset the number of bytes that are there
   * @returns the number of bytes afterwards
   */
  abstract append(id: string, offset: number, source: AsyncIterable<Buffer>): Promise<number>;

  /** The number of bytes that are there; undefined when the upload does not exist. */
  abstract size(id: string): Promise<number | undefined>;

  /** @param length the number of bytes from the beginning; all by default */
  abstract read(id: string, length?: number): Promise<Readable>;

  /** The file of a complete upload, if it is one file of this machine. */
  abstract localPath(id: string): string | undefined;

  /** Does nothing when the upload does not exist. */
  abstract remove(id: string): Promise<void>;

  /** Ids of all uploads that have bytes. */
  abstract list(): Promise<string[]>;

  /** @throws 507 when there is certainly no space for this many bytes */
  abstract requireSpace(bytes: number): Promise<void>;
}
