import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../access/actor.js';
import { FileUsage } from '../files/file-usage.js';
import { DomainError } from '../errors/domain-error.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { defineSetting, Settings } from '../settings/settings.js';
import { SettingsRegistry } from '../settings/settings-registry.js';

/** Megabytes of all images of one user. */
export const imageQuota = defineSetting('images.quota_mb', z.number().int().min(1).max(1_000_000), 500);
/** Uploads of images per user and hour. */
export const imagesPerHour = defineSetting('images.per_hour', z.number().int().min(1).max(100_000), 200);

const HOUR_SECONDS = 3600;

/** Limits the storage and encoding work of one user. Administrators are limited by the storage of the hub only. */
@Injectable()
export class ImageQuota {
  constructor(
    private readonly usage: FileUsage,
    private readonly rateLimiter: RateLimiter,
    private readonly settings: Settings,
    registry: SettingsRegistry,
  ) {
    registry.register('community', [imageQuota, imagesPerHour]);
  }

  /**
   * Counts an upload by hand; imports are limited by their size.
   * @throws 429
   */
  async countUpload(actor: Actor): Promise<void> {
    const limit = await this.settings.get(imagesPerHour);
    await this.rateLimiter.consume(`images:${actor.userId}`, { limit, windowSeconds: HOUR_SECONDS });
  }

  /**
   * @param size of the new files in bytes; by default checks whether one byte is free
   * @throws 413 when they exceed the quota together with the user's images
   */
  async requireQuota(actor: Actor, size = 1): Promise<void> {
    if (actor.can('system.manage')) return;
    const megabytes = await this.settings.get(imageQuota);
    const used = await this.usage.ofUploader(actor.userId);
    if (used + size <= megabytes * 1024 ** 2) return;
    throw new DomainError(
      413,
      'image_quota_reached',
      `This image does not fit into the ${megabytes} MB that your images can take. ` +
        'Remove images from your texts (they are deleted a day later), or ask an administrator for more.',
    );
  }
}
