import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestVideo, writeTestVideo } from '../../../backend/test/support/media-files.js';

/** A folder with files to upload, which is deleted with the object. */
export class VideoFiles implements AsyncDisposable {
  private constructor(private readonly folder: string) {}

  static async create(): Promise<VideoFiles> {
    return new VideoFiles(await mkdtemp(join(tmpdir(), 'hub-e2e-videos-')));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a real video. The ending of the name chooses the container. */
  async writeVideo(name: string, options: TestVideo = {}): Promise<string> {
    return writeTestVideo(this.path(name), { width: 160, height: 90, ...options });
  }

  /** Appends a box that players skip, so that an MP4 is as large as a long one. */
  async padMp4(path: string, bytes: number): Promise<void> {
    const box = Buffer.alloc(bytes);
    box.writeUInt32BE(bytes);
    box.write('free', 4, 'latin1');
    await appendFile(path, box);
  }

  async write(name: string, content: string | Buffer): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  /** Writes the beginning of another file. */
  async truncate(name: string, path: string, bytes: number): Promise<string> {
    return this.write(name, (await readFile(path)).subarray(0, bytes));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const sha256OfFile = async (path: string): Promise<string> => sha256(await readFile(path));
