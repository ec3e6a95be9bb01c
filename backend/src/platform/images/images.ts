import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { createFilePath } from '../files/file-url.js';
import { Files, type StoredFile } from '../files/files.js';
import { UnusedFiles } from '../files/unused-files.js';
import { tooLarge } from '../storage/storage.js';
import { ImageQuota } from './image-quota.js';
import { type EncodedImage, type ImageData, ImageEncoder } from './image-encoder.js';

/** A picture that somebody sent, by the name they gave it. */
export type UploadedImage = ImageData & { name: string };

/** A picture in one width, in pixels; the address is below the API's prefix. */
export interface ImageVariant {
  width: number;
  height: number;
  url: string;
}

/** A stored thumbnail that nothing shows yet. */
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

/** Stores pictures as our own WebP files. Not to be called in a transaction; what nothing comes to use is swept after a day. */
@Injectable()
export class Images {
  constructor(
    private readonly encoder: ImageEncoder,
    private readonly files: Files,
    private readonly unused: UnusedFiles,
    private readonly quota: ImageQuota,
    private readonly config: Config,
  ) {}

  /** To be called once for each image that a user uploads by hand. @throws 429 above what they may upload in an hour */
  async countUpload(actor: Actor): Promise<void> {
    await this.quota.countUpload(actor);
  }

  /** @throws 415 not_an_image, 400 image_unreadable or image_too_large_pixels, 413 above MAX_IMAGE_MB or the user's quota */
  async storeThumbnail(actor: Actor, picture: UploadedImage): Promise<Thumbnail> {
    await this.admit(actor, picture);
    const variants = await this.encoder.thumbnails(picture);
    await this.requireRoom(actor, ...variants);
    const stored: StoredImage[] = [];
    try {
      for (const encoded of variants) stored.push(await this.store(actor, picture.name, encoded));
    } catch (error) {
      await this.unused.discard(stored.map(({ id }) => id));
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
  async storeImage(actor: Actor, picture: UploadedImage, signal?: AbortSignal): Promise<StoredImage> {
    await this.admit(actor, picture);
    const encoded = await this.encoder.image(picture, signal);
    await this.requireRoom(actor, encoded);
    return this.store(actor, picture.name, encoded);
  }

  /** Square and small, and without the name of what was sent: everybody may load it. The same errors as storeThumbnail. */
  async storeAvatar(actor: Actor, picture: UploadedImage): Promise<StoredImage> {
    await this.admit(actor, picture);
    const encoded = await this.encoder.avatar(picture);
    await this.requireRoom(actor, encoded);
    return this.store(actor, 'avatar', encoded);
  }

  private async store(actor: Actor, name: string, { bytes, width, height }: EncodedImage): Promise<StoredImage> {
    const file = {
      name: `${name.replace(/\.\w{1,5}$/, '')}.webp`,
      mediaType: 'image/webp',
      uploaderId: actor.userId,
      maxBytes: Infinity,
    };
    return { ...(await this.files.store(Readable.from([bytes]), file)), width, height };
  }

  private async requireRoom(actor: Actor, ...encoded: EncodedImage[]): Promise<void> {
    await this.quota.requireRoom(
      actor,
      encoded.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
  }

  /** Files of forms were counted while they came; the size is for what came in base64 or out of an archive. */
  private async admit(actor: Actor, picture: UploadedImage): Promise<void> {
    const maxBytes = this.config.env.MAX_IMAGE_MB * 1024 ** 2;
    if ('bytes' in picture && picture.bytes.length > maxBytes) throw tooLarge(maxBytes);
    // The encoder does no work for a user whose quota is already used up.
    await this.quota.requireRoom(actor);
  }
}
