import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { formatTime } from '@hub/shared/transcripts';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { MediaError, type MediaInfo, type MediaLimits } from '../../../../platform/media/media-task.js';
import { defineSetting, Settings } from '../../../../platform/settings/settings.js';

/** The longest video in minutes. */
export const maxVideoMinutes = defineSetting('videos.max_minutes', z.number().int().min(1).max(10_000), 240);
/** The most frames of a video: its length times its frames per second. */
export const maxVideoFrames = defineSetting('videos.max_frames', z.number().int().min(1000).max(1e9), 1_000_000);

/** A short video: up to 15 minutes, and no more work than these at 60 frames per second in Full HD. */
const SHORT_SECONDS = 15 * 60;
const SHORT_FRAMES = SHORT_SECONDS * 60;
const FULL_HD = 1920 * 1080;
/** Files may be a little longer than their metadata says. */
const TOLERANCE = 1.1;
/** The length of long videos whose files do not name it. */
const UNKNOWN_SECONDS = 3600;
const USUAL_FRAMES_PER_SECOND = 30;

/** The video has to wait among the long ones. */
export class LongVideoError extends Error {
  constructor(readonly seconds: number) {
    super('The video is a long one.');
  }
}

/** Which videos are processed, and which of them are long. */
@Injectable()
export class VideoLimitsService {
  constructor(private readonly settings: Settings) {
    settings.register('videos', [maxVideoMinutes, maxVideoFrames]);
  }

  /**
   * Checks a video by what its file says.
   * @param isLong whether it waited among the long ones
   * @returns the limits of its conversion, since files may say anything
   * @throws DomainError with a sentence for the author, LongVideoError
   */
  async check(info: MediaInfo, isLong: boolean): Promise<MediaLimits> {
    const limits = await this.getLimits();
    const { durationSec, framesPerSecond } = info;
    if (durationSec !== null && durationSec > limits.seconds) throw tooLong(durationSec, limits);
    const frames = durationSec === null || framesPerSecond === null ? null : Math.round(durationSec * framesPerSecond);
    if (frames !== null && frames > limits.frames) throw tooManyFrames(frames, limits);
    if (isLong) return limits;
    if (!isShort(info)) throw new LongVideoError(Math.ceil(durationSec ?? UNKNOWN_SECONDS));
    return {
      seconds: Math.min(limits.seconds, SHORT_SECONDS * TOLERANCE),
      frames: Math.min(limits.frames, SHORT_FRAMES * TOLERANCE),
    };
  }

  /**
   * The error of a conversion: what a file did not say is a limit that it exceeds, or that it is a long video.
   * @param isLong as for {@link check}
   */
  async toLimitError(error: unknown, isLong: boolean): Promise<unknown> {
    if (!(error instanceof MediaError && error.code === 'too_long')) return error;
    return isLong ? tooLong(null, await this.getLimits()) : new LongVideoError(UNKNOWN_SECONDS);
  }

  private async getLimits(): Promise<MediaLimits> {
    const seconds = 60 * (await this.settings.get(maxVideoMinutes));
    return { seconds, frames: await this.settings.get(maxVideoFrames) };
  }
}

function isShort({ durationSec, framesPerSecond, width, height }: MediaInfo): boolean {
  if (durationSec === null || durationSec > SHORT_SECONDS) return false;
  const frames = durationSec * (framesPerSecond ?? USUAL_FRAMES_PER_SECOND);
  return frames * Math.max(1, (width * height) / FULL_HD) <= SHORT_FRAMES;
}

/** @param durationSec null where it is longer than the file says */
function tooLong(durationSec: number | null, { seconds, frames }: MediaLimits): DomainError {
  const limit = formatTime(seconds);
  return new DomainError(413, 'video_too_long', ({ content }) =>
    durationSec === null
      ? content.videoLongerThanSaid({ limit, frames })
      : content.videoTooLong({ duration: formatTime(Math.round(durationSec)), limit }),
  );
}

const tooManyFrames = (frames: number, limits: MediaLimits): DomainError =>
  new DomainError(413, 'video_too_long', (texts) => texts.content.videoTooManyFrames({ frames, max: limits.frames }));
