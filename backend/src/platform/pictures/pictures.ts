import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { filePath } from '../files/file-url.js';
import { Files, type StoredFile } from '../files/files.js';
import { UnusedFiles } from '../files/unused-files.js';
import { tooLarge } from '../storage/storage.js';
import { type EncodedPicture, type PictureData, PictureEncoder } from './picture-encoder.js';

/** A picture that somebody sent, by the name they gave it. */
export type SentPicture = PictureData & { name: string };

/** A picture in one width, in pixels; the address is below the API's prefix. */
export interface PictureVariant {
  width: number;
  height: number;
  url: string;
}

/** A stored thumbnail that nothing shows yet. */
export interface Thumbnail {
  /** the widest variant */
  fileId: string;
  /** the widest last */
  variants: PictureVariant[];
  fileIds: string[];
}

export interface StoredImage extends StoredFile {
  width: number;
  height: number;
}

/** Stores pictures as our own WebP files. Not to be called in a transaction; what nothing comes to use is swept after a day. */
@Injectable()
export class Pictures {
  constructor(
    private readonly encoder: PictureEncoder,
    private readonly files: Files,
    private readonly unused: UnusedFiles,
    private readonly config: Config,
  ) {}

  /** @throws 415 not_an_image, 400 image_unreadable or image_too_large_pixels, 413 above MAX_IMAGE_MB */
  async storeThumbnail(actor: Actor, picture: SentPicture): Promise<Thumbnail> {
    this.checkSize(picture);
    const stored: StoredImage[] = [];
    try {
      for (const encoded of await this.encoder.thumbnails(picture))
        stored.push(await this.store(actor, picture.name, encoded));
    } catch (error) {
      await this.unused.discard(stored.map(({ id }) => id));
      throw error;
    }
    const fileIds = stored.map(({ id }) => id);
    return {
      fileId: fileIds.at(-1) ?? '',
      fileIds,
      variants: stored.map((file) => ({ width: file.width, height: file.height, url: filePath(file) })),
    };
  }

  /** The same errors as storeThumbnail. */
  async storeImage(actor: Actor, picture: SentPicture): Promise<StoredImage> {
    this.checkSize(picture);
    return this.store(actor, picture.name, await this.encoder.image(picture));
  }

  /** Square and small, and without the name of what was sent: everybody may load it. The same errors as storeThumbnail. */
  async storeAvatar(actor: Actor, picture: SentPicture): Promise<StoredImage> {
    this.checkSize(picture);
    return this.store(actor, 'avatar', await this.encoder.avatar(picture));
  }

  private async store(actor: Actor, name: string, { bytes, width, height }: EncodedPicture): Promise<StoredImage> {
    const file = {
      name: `${name.replace(/\.\w{1,5}$/, '')}.webp`,
      mediaType: 'image/webp',
      uploaderId: actor.userId,
      maxBytes: Infinity,
    };
    return { ...(await this.files.store(Readable.from([bytes]), file)), width, height };
  }

  /** Files of forms were counted while they came; this is for what came in base64 or out of an archive. */
  private checkSize(picture: SentPicture): void {
    const maxBytes = this.config.env.MAX_IMAGE_MB * 1024 ** 2;
    if ('bytes' in picture && picture.bytes.length > maxBytes) throw tooLarge(maxBytes);
  }
}
