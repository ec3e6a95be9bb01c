import { mkdir } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import {
  ChildCrashError,
  ChildTaskError,
  type ChildTaskOptions,
  runChildTask,
  SilentChildError,
} from '../child-processes/child-task.js';
import { LOGGER } from '../logging/logger.js';
import {
  MediaError,
  type MediaErrorCode,
  type MediaInfo,
  type MediaLimits,
  type MediaTaskName,
  type MediaTasks,
  type Transcoded,
} from './media-task.js';

export type MediaTaskOptions = Omit<ChildTaskOptions, 'inheritsEnvironment'>;

/** What the worker says about an error that concerns the file. */
export interface MediaErrorReason {
  code: MediaErrorCode;
  details: string | undefined;
}

const SILENCE_MS = 120_000;
/** The library that reads containers without native code loops forever on some damaged files. */
const BLOCKED_MS = 8000;

const worker = new URL('./media-worker', import.meta.url);

/**
 * Runs a task in a process of its own.
 * @throws MediaError for reasons that concern the file, ChildCrashError when the process died
 */
export async function runMediaTask<N extends MediaTaskName>(
  name: N,
  input: MediaTasks[N]['input'],
  options: MediaTaskOptions = {},
): Promise<MediaTasks[N]['result']> {
  const isContainerOnly = 'canConvert' in input && !input.canConvert;
  try {
    return await runChildTask<MediaTasks[N]['result']>(
      worker,
      { name, ...input },
      { silenceMs: isContainerOnly ? BLOCKED_MS : SILENCE_MS, ...options },
    );
  } catch (error) {
    if (error instanceof SilentChildError) throw new MediaError(isContainerOnly ? 'not_a_video' : 'too_slow');
    if (!(error instanceof ChildTaskError && error.reason)) throw error;
    const { code, details } = error.reason as MediaErrorReason;
    throw new MediaError(code, details);
  }
}

/** How often a task is run whose process dies: it may have been killed from outside, but some files always crash it. */
const MAX_RUNS = 3;

/**
 * Reads and converts video files, each task in a process of its own with lowered priority. The library with FFmpeg is
 * an optional dependency; without it only the properties of a container can be read.
 */
@Injectable()
export class MediaTools {
  private available: Promise<boolean> | undefined;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Whether videos can be converted on this machine. */
  isAvailable(): Promise<boolean> {
    this.available ??= runMediaTask('check', {}).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'node-av cannot be loaded, so videos are not converted');
      return false;
    });
    return this.available;
  }

  /** @throws MediaError when the file is no video */
  async probe(path: string, options?: MediaTaskOptions): Promise<MediaInfo> {
    return this.run('probe', { path, canConvert: await this.isAvailable() }, options);
  }

  /**
   * Writes a picture of the video as PNG to `target`.
   * @returns false when there is none
   */
  async writePoster(path: string, target: string, options?: MediaTaskOptions): Promise<boolean> {
    return (await this.isAvailable()) && this.run('poster', { path, target }, options);
  }

  /**
   * Writes renditions of the video into `folder`, which must be empty or missing.
   * @throws MediaError when it cannot be converted
   */
  async transcode(
    path: string,
    {
      folder,
      withMp4,
      limits,
      ...options
    }: MediaTaskOptions & { folder: string; withMp4: boolean; limits?: MediaLimits },
  ): Promise<Transcoded> {
    if (!(await this.isAvailable())) throw new MediaError('cannot_convert');
    await mkdir(folder, { recursive: true });
    return this.run('transcode', { path, folder, withMp4, ...(limits && { limits }) }, options);
  }

  private async run<N extends MediaTaskName>(
    name: N,
    input: MediaTasks[N]['input'],
    options?: MediaTaskOptions,
  ): Promise<MediaTasks[N]['result']> {
    for (let run = 1; ; run++) {
      try {
        return await runMediaTask(name, input, options);
      } catch (error) {
        if (!(error instanceof ChildCrashError)) throw error;
        this.logger.warn({ err: error, run }, 'media process crashed');
        if (run === MAX_RUNS) throw new MediaError('crashed', error.message);
      }
    }
  }
}
