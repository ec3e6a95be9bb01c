import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Files } from '../../../platform/files/files.js';
import { readMediaType } from '../../../platform/files/media-type.js';
import { UnusedFiles } from '../../../platform/files/unused-files.js';
import { requireVideoType } from '../../../platform/files/video-types.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import type { UploadedFile } from '../../../platform/http/forms/form-body.js';
import type { LocalFile } from '../../../platform/storage/spool.js';
import { UploadsService } from '../../../platform/uploads/uploads.service.js';
import type { VideoSourceType } from '../items/enums.js';
import { fileDataBytes } from './file-data.js';
import { type EmbedType, parseEmbedId, serviceNames } from './embeds.js';
import type { Video, VideoSource } from './video.entity.js';

/** What a request says about the source of a video. */
export interface SourceRequest {
  source_type?: VideoSourceType;
  source_url?: string;
  upload_key?: string | null;
  file_data?: string;
}

/** A video file that a request brought. Its disposal deletes a file that no video uses. */
export type PreparedFile = Extract<VideoSource, { type: 'UPLOAD' }> & AsyncDisposable;

/** Finds out where a video comes from. */
@Injectable()
export class VideoSources {
  constructor(
    private readonly config: Config,
    private readonly files: Files,
    private readonly unused: UnusedFiles,
    private readonly uploads: UploadsService,
  ) {}

  /**
   * Checks and stores the file of a request, before the transaction that uses it. Use it with `await using`.
   * @returns undefined without a file
   * @throws 415 when it is no video, 413 above the limits, and what UploadsService.requireFinished throws
   */
  async prepareFile(actor: Actor, request: SourceRequest, file?: UploadedFile): Promise<PreparedFile | undefined> {
    if ((request.source_type ?? 'UPLOAD') !== 'UPLOAD') return undefined;
    if (file) return this.store(file.name, file.path, { path: file.path, content: file });
    if (request.file_data) {
      const bytes = fileDataBytes(request.file_data);
      return this.store('video', bytes, Readable.from([bytes]));
    }
    if (!request.upload_key) return undefined;
    const { id, name } = await this.uploads.requireFinished(actor, request.upload_key);
    return { type: 'UPLOAD', name, fileId: null, uploadId: id, [Symbol.asyncDispose]: () => Promise.resolve() };
  }

  private async store(name: string, data: string | Buffer, source: Readable | LocalFile): Promise<PreparedFile> {
    const mediaType = await readMediaType(data);
    requireVideoType(mediaType);
    const maxBytes = this.config.env.MAX_VIDEO_MB * 1024 ** 2;
    // Without an uploader: the quota of a user is one of images.
    const { id } = await this.files.store(source, { name, mediaType, uploaderId: null, maxBytes });
    return {
      type: 'UPLOAD',
      name,
      fileId: id,
      uploadId: null,
      [Symbol.asyncDispose]: () => this.unused.discard([id]),
    };
  }
}

/**
 * The source that a request chooses.
 * @param current null for a new video
 * @returns null when it stays as it is
 * @throws 400 without a file, or without an address of the service
 */
export function resolveSource(
  current: Pick<Video, 'sourceType' | 'sourceUrl'> | null,
  request: SourceRequest,
  file: PreparedFile | undefined,
): VideoSource | null {
  const type = request.source_type ?? (file ? 'UPLOAD' : (current?.sourceType ?? 'UPLOAD'));
  const isSameType = type === current?.sourceType;
  if (type !== 'UPLOAD') {
    const url = request.source_url ?? (isSameType ? current?.sourceUrl : undefined);
    return isSameType && url === current?.sourceUrl ? null : { type, ...parseEmbed(type, url ?? '') };
  }
  if (file) return file;
  if (isSameType) return null;
  throw invalid([{ field: 'video_file', message: 'Please choose a video file.' }]);
}

function parseEmbed(type: EmbedType, url: string): { url: string; embedId: string } {
  if (!url) throw invalid([{ field: 'source_url', message: 'The video URL is required.' }]);
  const embedId = parseEmbedId(type, url);
  if (embedId !== undefined) return { url, embedId };
  const message = URL.canParse(url)
    ? `This is not the address of a ${serviceNames[type]} video.`
    : 'The video URL must be a URL.';
  throw invalid([{ field: 'source_url', message }]);
}
