import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Files, type StoredFile } from '../../../../platform/files/files.js';
import { Storage } from '../../../../platform/storage/storage.js';
import { UploadsService } from '../../../../platform/uploads/uploads.service.js';
import type { Video } from '../video.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import type { ProcessVideoJob } from '../video-queue.service.js';

/** Where the uploaded file of a video is when processing begins. */
export type MediaSource = Pick<Video, 'upload_id' | 'original_file_id'>;

/** The uploaded files of videos, as processing needs them: stored as files, and at a path of this machine. */
@Injectable()
export class OriginalFilesService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly files: Files,
    private readonly storage: Storage,
    private readonly attempts: VideoAttemptsService,
  ) {}

  /**
   * The stored file. A finished upload becomes one, and is removed.
   * @returns 'superseded' when the attempt has ended meanwhile, undefined when the upload is gone
   */
  async takeOver(
    attempt: ProcessVideoJob,
    { upload_id, original_file_id }: MediaSource,
  ): Promise<StoredFile | 'superseded' | undefined> {
    if (!upload_id) return original_file_id ? this.files.find(original_file_id) : undefined;
    if (!(await this.uploads.find(upload_id))) return undefined;
    const file = await this.uploads.storeFile(upload_id);
    if (!(await this.attempts.takeOver(attempt, file.id))) {
      await this.files.discard([file.id]);
      return 'superseded';
    }
    await this.uploads.remove(upload_id);
    return file;
  }

  /** The path of the stored bytes; those of other storages are copied into the folder first. */
  async localPath({ sha256 }: StoredFile, folder: string, signal: AbortSignal): Promise<string> {
    const stored = this.storage.localPath(sha256);
    if (stored !== undefined) return stored;
    const bytes = await this.storage.read(sha256);
    if (!bytes) throw new Error(`The content ${sha256} is missing in the storage.`);
    const path = join(folder, 'original');
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), { signal });
    return path;
  }
}
