import { Readable } from 'node:stream';
import { applyDecorators, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional } from 'class-validator';
import { type EmbedType, parseEmbedId, serviceNames } from '@hub/shared/embeds';
import { WithoutProblem } from '../../../platform/http/validation/fields.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Files } from '../../../platform/files/files.js';
import { readMediaType, requireVideoType } from '../../../platform/files/media-type.js';
import { type FieldError, invalid } from '../../../platform/errors/domain-error.js';
import type { UploadedFile } from '../../../platform/http/forms/form-body.js';
import type { LocalFile } from '../../../platform/storage/spool.js';
import { UploadsService } from '../../../platform/uploads/uploads.service.js';
import type { VideoSourceType } from '../audience/audience.js';
import type { Video, VideoSource } from './video.js';
import type { Localized } from '../../../platform/language/texts.js';

/** What a request says about the source of a video. */
interface SourceRequest {
  source_type?: VideoSourceType;
  source_url?: string;
  upload_key?: string | null;
  file_data?: string;
}

/** A video file that a request brought. Its disposal deletes a file that no video uses. */
export type PreparedFile = Extract<VideoSource, { type: 'UPLOAD' }> & AsyncDisposable;

/** 10 MB in base64, with the start of a data: URL. */
const MAX_CHARACTERS = Math.ceil((10 * 1024 ** 2) / 3) * 4 + 100;
const DATA_URL = /^data:[\w.+-]{1,40}\/[\w.+-]{1,40};base64,/;

/** A small video file in base64, bare or as a data: URL. */
export const FileDataField = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: String,
      format: 'byte',
      description: 'a small video file in base64, bare or as a data: URL, at most 10 MB; upload larger ones',
      maxLength: MAX_CHARACTERS,
      required: false,
      example: 'AAAAGGZ0eXBpc29t',
    }),
    IsOptional(),
    Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value)),
    WithoutProblem('isFileData', describeFileDataProblem),
  );

/** Not by one regular expression for the whole text: those of this length exceed the stack. */
function describeFileDataProblem(value: unknown): Localized | undefined {
  if (typeof value === 'string' && value.length > MAX_CHARACTERS) return (texts) => texts.content.videoFileTooLarge;
  if (typeof value !== 'string' || /[^\w+/=-]/.test(withoutPrefix(value)))
    return (texts) => texts.content.videoFileNoBase64;
  return undefined;
}

const withoutPrefix = (data: string): string => data.slice(DATA_URL.exec(data)?.[0].length ?? 0);

/** Decodes base64. Whether the bytes are a video is checked later. */
const fileDataBytes = (data: string): Buffer => Buffer.from(withoutPrefix(data), 'base64');

/** Finds out where a video comes from. */
@Injectable()
export class VideoSourceService {
  constructor(
    private readonly config: Config,
    private readonly files: Files,
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
      [Symbol.asyncDispose]: () => this.files.discard([id]),
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
  current: Pick<Video, 'source_type' | 'source_url'> | null,
  request: SourceRequest,
  file: PreparedFile | undefined,
): VideoSource | null {
  const type = request.source_type ?? (file ? 'UPLOAD' : (current?.source_type ?? 'UPLOAD'));
  const isSameType = type === current?.source_type;
  if (type !== 'UPLOAD') {
    const url = request.source_url ?? (isSameType ? current?.source_url : undefined);
    return isSameType && url === current?.source_url ? null : { type, ...parseEmbed(type, url ?? '') };
  }
  if (file) return file;
  if (isSameType) return null;
  throw invalid([fileRequired]);
}

const fileRequired: FieldError = { field: 'video_file', message: (texts) => texts.content.chooseVideoFile };

/** @throws 400 without an address of the service */
export function parseEmbed(type: EmbedType, url: string): { url: string; embedId: string } {
  const embedId = parseEmbedId(type, url);
  if (embedId === undefined) throw invalid([{ field: 'source_url', message: addressProblem(type, url) }]);
  return { url, embedId };
}

function addressProblem(type: EmbedType, url: string): Localized {
  if (!url) return (texts) => texts.content.videoUrlRequired;
  if (!URL.canParse(url)) return (texts) => texts.content.videoUrlNoUrl;
  return (texts) => texts.content.otherVideoService(serviceNames[type]);
}

/**
 * What is wrong with the source that a request chooses, without a look at the video, so that it is reported together
 * with the errors of other fields.
 * @param body not validated yet
 */
export function sourceErrors(
  body: Readonly<Record<string, unknown>>,
  { isNew, hasFile }: { isNew: boolean; hasFile: boolean },
): FieldError[] {
  const type = getText(body['source_type']) || (isNew ? 'UPLOAD' : '');
  if (type === 'UPLOAD') {
    const isGiven = hasFile || !!body['file_data'] || !!body['upload_key'];
    return isNew && !isGiven ? [fileRequired] : [];
  }
  if (!isEmbedType(type)) return [];
  const url = getText(body['source_url']);
  // An edit may leave the address out.
  if ((!url && !isNew) || parseEmbedId(type, url) !== undefined) return [];
  return [{ field: 'source_url', message: addressProblem(type, url) }];
}

const isEmbedType = (type: string): type is EmbedType => Object.hasOwn(serviceNames, type);
const getText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
