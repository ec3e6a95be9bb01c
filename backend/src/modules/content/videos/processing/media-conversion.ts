import { basename, extname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { Files, type StoredFile } from '../../../../platform/files/files.js';
import { UnusedFiles } from '../../../../platform/files/unused-files.js';
import { Images, type Thumbnail } from '../../../../platform/images/images.js';
import { LOGGER } from '../../../../platform/logging/logging.module.js';
import { MediaError } from '../../../../platform/media/media-error.js';
import type { EncodedRendition } from '../../../../platform/media/media-task.js';
import { MediaTools } from '../../../../platform/media/media-tools.js';
import type { ProcessedMedia } from '../video-attempts.js';
import type { NewRendition } from '../videos.repository.js';
import type { AttemptMonitor } from './attempt-monitor.js';

interface ConversionRequest {
  /** of the uploaded file on this machine */
  path: string;
  original: StoredFile;
  /** of the uploaded file, as its author calls it */
  name: string;
  folder: string;
  needsPoster: boolean;
  monitor: AttemptMonitor;
}

/** Share of the progress bar in percent at which each step ends. */
const PROGRESS = { probe: 4, poster: 6, transcode: 96 };
const MAX_CONVERSION_MS = 12 * 3600_000;

/** Converts an uploaded file and stores what was made of it. */
@Injectable()
export class MediaConversion {
  constructor(
    private readonly tools: MediaTools,
    private readonly files: Files,
    private readonly unused: UnusedFiles,
    private readonly images: Images,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Its result's disposal deletes the files that no video uses.
   * @throws MediaError or DomainError with a sentence for the author; the reason of the monitor's signal
   */
  async convert(request: ConversionRequest): Promise<ProcessedMedia & AsyncDisposable> {
    const { path, original, monitor } = request;
    const { signal } = monitor;
    const stored: string[] = [];
    const discard = () => this.unused.discard(stored);
    try {
      const info = await this.tools.probe(path, { signal });
      const canConvert = await this.tools.isAvailable();
      if (!canConvert && !info.isBrowserPlayable) throw new MediaError('cannot_convert');
      monitor.setProgress(PROGRESS.probe);
      const thumbnail = canConvert && request.needsPoster ? await this.storePoster(request) : undefined;
      stored.push(...(thumbnail?.fileIds ?? []));
      monitor.setProgress(PROGRESS.poster);
      const media = { originalFileId: original.id, thumbnail, [Symbol.asyncDispose]: discard };
      if (!canConvert) {
        const durationSec = info.durationSec === null ? null : Math.round(info.durationSec);
        return { ...media, fileId: original.id, durationSec, renditions: [] };
      }
      const transcoded = await this.tools.transcode(path, {
        folder: join(request.folder, 'out'),
        withMp4: !info.isBrowserPlayable,
        signal: AbortSignal.any([signal, timeout()]),
        onProgress: (part) => monitor.setProgress(PROGRESS.poster + part * (PROGRESS.transcode - PROGRESS.poster)),
      });
      const renditions: NewRendition[] = [];
      for (const rendition of transcoded.renditions)
        renditions.push(await this.storeRendition(rendition, request.name, stored));
      const { mp4Path } = transcoded;
      const fileId = mp4Path === null ? original.id : await this.store(mp4Path, `${stem(request.name)}.mp4`, stored);
      return { ...media, fileId, durationSec: Math.round(transcoded.durationSec), renditions };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** A video without a poster is still a video. */
  private async storePoster({ path, folder, monitor }: ConversionRequest): Promise<Thumbnail | undefined> {
    try {
      const poster = join(folder, 'poster.png');
      if (!(await this.tools.writePoster(path, poster, { signal: monitor.signal }))) return undefined;
      return await this.images.storeThumbnail(null, { path: poster, name: 'poster' });
    } catch (error) {
      monitor.signal.throwIfAborted();
      this.logger.warn({ err: error }, 'no poster was made of a video');
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

const stem = (name: string): string => basename(name, extname(name));

/** Ends conversions of recordings that are too long for this machine. */
function timeout(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new MediaError('too_slow')), MAX_CONVERSION_MS).unref();
  return controller.signal;
}
