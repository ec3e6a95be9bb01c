import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { createFilePath } from '../files/file-url.js';
import { Files, type StoredFile } from '../files/files.js';
import { DomainError } from '../errors/domain-error.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { defineSetting, Settings } from '../settings/settings.js';
import { z } from 'zod';
import { tooLarge } from '../storage/storage.js';
import { type EncodedImage, type ImageData, ImageEncoder, type ThumbnailOptions } from './image-encoder.js';

/** Megabytes of all images of one user. */
export const imageQuota = defineSetting('images.quota_mb', z.number().int().min(1).max(1_000_000), 500);
/** Uploads of images per user and hour. */
export const imagesPerHour = defineSetting('images.per_hour', z.number().int().min(1).max(100_000), 200);

const HOUR_SECONDS = 3600;

/** An uploaded image with its file name. */
export type UploadedImage = ImageData & { name: string };

/** One width of an image, in pixels; `path` has no API prefix. */
export interface ImageVariant {
  width: number;
  height: number;
  url: string;
}

/** A stored thumbnail without a reference yet. */
export interface Thumbnail {
  /** the widest variant */
  fileId: string;
  /** the widest last */
  variants: ImageVariant[];
  fileIds: string[];
}

export interface StoredImage extends StoredFile {
  width: number;
  height: number;
}

/** Stores images as WebP. Not to be called in a transaction; images without a reference are deleted after a day. */
@Injectable()
export class Images {
  constructor(
    private readonly encoder: ImageEncoder,
    private readonly files: Files,
    private readonly config: Config,
    private readonly rateLimiter: RateLimiter,
    private readonly settings: Settings,
  ) {
    settings.register('community', [imageQuota, imagesPerHour]);
  }

  /**
   * To be called once for each image that a user uploads by hand; imports are limited by their size.
   * @throws 429 above the hourly limit
   */
  async countUpload(actor: Actor): Promise<void> {
    const limit = await this.settings.get(imagesPerHour);
    await this.rateLimiter.consume(`images:${actor.userId}`, { limit, windowSeconds: HOUR_SECONDS });
  }

  /**
   * @param actor null for the system, which has no quota
   * @throws 415 not_an_image, 400 image_unreadable or image_too_large_pixels, 413 above MAX_IMAGE_MB or the user's
   * quota
   */
  async storeThumbnail(actor: Actor | null, upload: UploadedImage, options?: ThumbnailOptions): Promise<Thumbnail> {
    await this.admit(actor, upload);
    const variants = await this.encoder.thumbnails(upload, options);
    await this.requireQuota(actor, countBytes(variants));
    const stored: StoredImage[] = [];
    try {
      for (const encoded of variants) stored.push(await this.store(actor, upload.name, encoded));
    } catch (error) {
      await this.files.discard(stored.map(({ id }) => id));
      throw error;
    }
    const fileIds = stored.map(({ id }) => id);
    return {
      fileId: fileIds.at(-1) ?? '',
      fileIds,
      variants: stored.map((file) => ({ width: file.width, height: file.height, url: createFilePath(file) })),
    };
  }

  /**
   * The same errors as storeThumbnail.
   * @param signal ends the wait for the encoder
   */
  async storeImage(actor: Actor, upload: UploadedImage, signal?: AbortSignal): Promise<StoredImage> {
    await this.admit(actor, upload);
    const encoded = await this.encoder.image(upload, signal);
    await this.requireQuota(actor, encoded.bytes.length);
    return this.store(actor, upload.name, encoded);
  }

  /**
   * Stores a small square image without its file name, since everyone may load it. The same errors as storeThumbnail.
   */
  async storeAvatar(actor: Actor, upload: UploadedImage): Promise<StoredImage> {
    await this.admit(actor, upload);
    const encoded = await this.encoder.avatar(upload);
    await this.requireQuota(actor, encoded.bytes.length);
    return this.store(actor, 'avatar', encoded);
  }

  private async store(actor: Actor | null, name: string, { bytes, width, height }: EncodedImage): Promise<StoredImage> {
    const file = {
      name: `${name.replace(/\.\w{1,5}$/, '')}.webp`,
      mediaType: 'image/webp',
      uploaderId: actor && actor.userId,
      maxBytes: Infinity,
    };
    return { ...(await this.files.store(Readable.from([bytes]), file)), width, height };
  }

  /**
   * Limits the storage of one user. Administrators are limited by the storage of the hub only.
   * @param bytes of the new files
   * @throws 413 when they exceed the quota together with the user's images
   */
  private async requireQuota(actor: Actor | null, bytes: number): Promise<void> {
    if (!actor || actor.can('system.manage')) return;
    const megabytes = await this.settings.get(imageQuota);
    const used = await this.files.getBytesOfUploader(actor.userId);
    if (used + bytes <= megabytes * 1024 ** 2) return;
    throw new DomainError(413, 'image_quota_reached', (texts) => texts.platform.imageQuotaReached(megabytes));
  }

  /** Files of forms were limited while they were received; this check is for base64 and archives. */
  private async admit(actor: Actor | null, upload: UploadedImage): Promise<void> {
    const maxBytes = this.config.env.MAX_IMAGE_MB * 1024 ** 2;
    if ('bytes' in upload && upload.bytes.length > maxBytes) throw tooLarge(maxBytes);
    // Checked first, so that no image is encoded for a user without quota.
    await this.requireQuota(actor, 1);
  }
}

const countBytes = (images: readonly EncodedImage[]): number =>
  images.reduce((sum, { bytes }) => sum + bytes.length, 0);
