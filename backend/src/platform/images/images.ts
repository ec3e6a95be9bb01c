import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { createFilePath } from '../files/file-url.js';
import { FileQuota } from '../files/file-quota.js';
import { Files, type StoredFile } from '../files/files.js';
import { tooLarge } from '../storage/storage.js';
import { type EncodedImage, type ImageData, ImageEncoder, type ThumbnailOptions } from './image-encoder.js';

const QUOTA_REACHED = 'image_quota_reached';

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
    private readonly quota: FileQuota,
  ) {}

  /** See {@link FileQuota.countUpload}. */
  async countUpload(actor: Actor): Promise<void> {
    await this.quota.countUpload(actor);
  }

  /**
   * @param actor null for the system, which has no quota
   * @throws 415 not_an_image, 400 image_unreadable or image_too_large_pixels, 413 above MAX_IMAGE_MB or the user's
   * quota
   */
  async storeThumbnail(actor: Actor | null, upload: UploadedImage, options?: ThumbnailOptions): Promise<Thumbnail> {
    await this.admit(actor, upload);
    const variants = await this.encoder.thumbnails(upload, options);
    await this.quota.require(actor, countBytes(variants), QUOTA_REACHED);
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
    await this.quota.require(actor, encoded.bytes.length, QUOTA_REACHED);
    return this.store(actor, upload.name, encoded);
  }

  /**
   * Stores a small square image without its file name, since everyone may load it. The same errors as storeThumbnail.
   */
  async storeAvatar(actor: Actor, upload: UploadedImage): Promise<StoredImage> {
    await this.admit(actor, upload);
    const encoded = await this.encoder.avatar(upload);
    await this.quota.require(actor, encoded.bytes.length, QUOTA_REACHED);
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

  /** Files of forms were limited while they were received; this check is for base64 and archives. */
  private async admit(actor: Actor | null, upload: UploadedImage): Promise<void> {
    const maxBytes = this.config.env.MAX_IMAGE_MB * 1024 ** 2;
    if ('bytes' in upload && upload.bytes.length > maxBytes) throw tooLarge(maxBytes);
    // Checked first, so that no image is encoded for a user without quota.
    await this.quota.require(actor, 1, QUOTA_REACHED);
  }
}

const countBytes = (images: readonly EncodedImage[]): number =>
  images.reduce((sum, { bytes }) => sum + bytes.length, 0);
