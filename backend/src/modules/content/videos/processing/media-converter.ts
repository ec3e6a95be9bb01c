import { basename, extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { Files, type StoredFile } from '../../../../platform/files/files.js';
import { Images, type Thumbnail } from '../../../../platform/images/images.js';
import { LOGGER } from '../../../../platform/logging/logger.js';
import { type EncodedRendition, MediaError, type Transcoded } from '../../../../platform/media/media-task.js';
import { MediaTools } from '../../../../platform/media/media-tools.js';
import type { ProcessedMedia } from '../video-attempts.service.js';
import type { NewRendition } from '../videos.repository.js';
import { VideoLimitsService } from './video-limits.service.js';
import type { AttemptMonitor } from './attempt-monitor.js';

export interface ConversionRequest {
  /** of the uploaded file on this machine */
  path: string;
  original: StoredFile;
  /** of the uploaded file, as its author calls it */
  name: string;
  folder: string;
  needsPoster: boolean;
  monitor: AttemptMonitor;
  /** whether it waited among the long videos */
  isLong: boolean;
}

/** Share of the progress bar in percent at which each step ends. */
const PROGRESS = { probe: 4, poster: 6, transcode: 96 };
const MAX_CONVERSION_MS = 12 * 3600_000;

/** Converts an uploaded file and stores what was made of it. */
@Injectable()
export class MediaConverter {
  constructor(
    private readonly tools: MediaTools,
    private readonly files: Files,
    private readonly images: Images,
    private readonly limits: VideoLimitsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Its result's disposal deletes the files that no video uses.
   * @throws MediaError or DomainError with a sentence for the author, LongVideoError, the reason of the signal
   */
  async convert(request: ConversionRequest): Promise<ProcessedMedia & AsyncDisposable> {
    const { path, original, monitor } = request;
    const { signal } = monitor;
    const info = await this.tools.probe(path, { signal });
    const canConvert = await this.tools.isAvailable();
    if (!canConvert && !info.isBrowserPlayable) throw new MediaError('cannot_convert');
    const limits = await this.limits.check(info, request.isLong || !canConvert);
    monitor.setProgress(PROGRESS.probe);
    if (!canConvert) {
      return {
        originalFileId: original.id,
        fileId: original.id,
        durationSec: info.durationSec === null ? null : wholeSeconds(info.durationSec),
        renditions: [],
        [Symbol.asyncDispose]: discardNothing,
      };
    }
    const poster = request.needsPoster ? await this.writePoster(request) : undefined;
    monitor.setProgress(PROGRESS.poster);
    const transcoded = await this.tools
      .transcode(path, {
        folder: join(request.folder, 'out'),
        withMp4: !info.isBrowserPlayable,
        limits,
        signal: AbortSignal.any([signal, timeout()]),
        onProgress: (part) => monitor.setProgress(PROGRESS.poster + part * (PROGRESS.transcode - PROGRESS.poster)),
      })
      .catch(async (error: unknown) => {
        throw await this.limits.toLimitError(error, request.isLong);
      });
    return this.storeResults(request, transcoded, poster);
  }

  /** Stored at the end, so that an instance that is killed during the conversion leaves no files behind. */
  private async storeResults(
    { original, name }: ConversionRequest,
    { durationSec, renditions: encoded, mp4Path }: Transcoded,
    poster: string | undefined,
  ): Promise<ProcessedMedia & AsyncDisposable> {
    const stored: string[] = [];
    const discard = () => this.files.discard(stored);
    try {
      const thumbnail = poster === undefined ? undefined : await this.storePoster(poster);
      stored.push(...(thumbnail?.fileIds ?? []));
      const renditions: NewRendition[] = [];
      for (const rendition of encoded) renditions.push(await this.storeRendition(rendition, name, stored));
      const fileId = mp4Path === null ? original.id : await this.store(mp4Path, `${stem(name)}.mp4`, stored);
      const media = {
        originalFileId: original.id,
        fileId,
        durationSec: wholeSeconds(durationSec),
        renditions,
        thumbnail,
      };
      return { ...media, [Symbol.asyncDispose]: discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** A video without a poster is still a video. */
  private async writePoster({ path, folder, monitor }: ConversionRequest): Promise<string | undefined> {
    const poster = join(folder, 'poster.png');
    try {
      return (await this.tools.writePoster(path, poster, { signal: monitor.signal })) ? poster : undefined;
    } catch (error) {
      monitor.signal.throwIfAborted();
      this.logger.warn({ err: error }, 'no poster was made of a video');
      return undefined;
    }
  }

  private async storePoster(path: string): Promise<Thumbnail | undefined> {
    try {
      // Nothing is cut off: most of a portrait film would be missing. The player shows such films between bars, too.
      return await this.images.storeThumbnail(null, { path, name: 'poster' }, { shape: '16:9', isWhole: true });
    } catch (error) {
      this.logger.warn({ err: error }, 'the poster of a video was not stored');
      return undefined;
    }
  }

  private async storeRendition(
    { path, playlist, ...rendition }: EncodedRendition,
    name: string,
    stored: string[],
  ): Promise<NewRendition> {
    const fileId = await this.store(path, `${stem(name)} ${rendition.height}.mp4`, stored);
    return { id: uuidv7(), ...rendition, playlist, fileId };
  }

  private async store(path: string, name: string, stored: string[]): Promise<string> {
    const file = { name, mediaType: 'video/mp4', uploaderId: null, maxBytes: Infinity };
    const { id } = await this.files.store({ path }, file);
    stored.push(id);
    return id;
  }
}

const discardNothing = (): Promise<void> => Promise.resolve();

/** At least 1: a video of few frames is not one without a length. */
const wholeSeconds = (seconds: number): number => Math.max(1, Math.round(seconds));

const stem = (name: string): string => basename(name, extname(name));

/** Ends conversions of recordings that are too long for this machine. */
function timeout(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new MediaError('too_slow')), MAX_CONVERSION_MS).unref();
  return controller.signal;
}
