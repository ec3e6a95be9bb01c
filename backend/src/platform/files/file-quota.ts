import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../access/actor.js';
import { DomainError } from '../errors/domain-error.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { defineSetting, Settings } from '../settings/settings.js';
import { Files } from './files.js';

/** Megabytes of all images and files of one user. The keys are those of the time before files. */
export const fileQuota = defineSetting('images.quota_mb', z.number().int().min(1).max(1_000_000), 500);
/** Uploads of images and files per user and hour. */
export const uploadsPerHour = defineSetting('images.per_hour', z.number().int().min(1).max(100_000), 200);

const HOUR_SECONDS = 3600;

/** Limits what one user uploads for texts, thumbnails and profiles. */
@Injectable()
export class FileQuota {
  constructor(
    private readonly files: Files,
    private readonly rateLimiter: RateLimiter,
    private readonly settings: Settings,
  ) {
    settings.register('community', [fileQuota, uploadsPerHour]);
  }

  /**
   * To be called once for each file that a user uploads by hand; imports are limited by their size.
   * @throws 429 above the hourly limit
   */
  async countUpload(actor: Actor): Promise<void> {
    const limit = await this.settings.get(uploadsPerHour);
    await this.rateLimiter.consume(`images:${actor.userId}`, { limit, windowSeconds: HOUR_SECONDS });
  }

  /**
   * Administrators are limited by the storage of the hub only.
   * @param actor null for the system, which has no quota
   * @param bytes of the new files
   * @param code of the refusal
   * @throws 413 when they exceed the quota together with the user's other files
   */
  async require(actor: Actor | null, bytes: number, code: `${'image' | 'file'}_quota_reached`): Promise<void> {
    if (!actor || actor.can('system.manage')) return;
    const megabytes = await this.settings.get(fileQuota);
    const used = await this.files.getBytesOfUploader(actor.userId);
    if (used + bytes <= megabytes * 1024 ** 2) return;
    throw new DomainError(413, code, (texts) => texts.platform.fileQuotaReached(megabytes));
  }
}
