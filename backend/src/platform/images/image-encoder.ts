import { Injectable } from '@nestjs/common';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { readMediaType } from '../files/media-type.js';
import { DomainError } from '../errors/domain-error.js';
import { Semaphore } from '../limits/semaphore.js';
import type { Texts } from '../language/texts.js';

/** An uploaded image: in a temporary file or in memory. */
export type ImageData = { path: string } | { bytes: Buffer };

/** A re-encoded image in WebP. Sizes in pixels. */
export interface EncodedImage {
  width: number;
  height: number;
  bytes: Buffer;
}

type Work<T> = (metadata: Metadata, open: (options?: { animated: boolean }) => Sharp) => Promise<T>;

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp']);
/**
 * One container with different codecs, and brands that do not always name them: AVIF has AV1. HEIC has HEVC, which
 * sharp decodes only on a libvips of the operator's, because of its patents.
 */
const HEIF = new Set(['image/avif', 'image/heif', 'image/heif-sequence', 'image/heic', 'image/heic-sequence']);
const MAX_PIXELS = 50_000_000;
/** AVIF is decoded as a whole: 48 megapixels take 900 MB, 12 take 250 MB. */
const MAX_HEIF_PIXELS = 16_000_000;
const MAX_SIDE = 20_000;
const MAX_FRAMES = 1000;
const TIMEOUT_SECONDS = 20;
const LIMITS = {
  concurrency: 2,
  maxQueued: 100,
  busyMessage: (texts: Texts) => texts.platform.tooManyImages,
};

/** The shapes of thumbnails, with the widths that are made, in pixels. */
const shapes = {
  '2:1': { ratio: 2, widths: [400, 800, 1200] },
  '16:9': { ratio: 16 / 9, widths: [400, 800, 1280] },
};

export interface ThumbnailOptions {
  shape?: keyof typeof shapes;
  /** The whole image on black, as players show a film of another shape; by default the image is cropped. */
  isWhole?: boolean;
}

interface IconOptions {
  side: number;
  share?: number;
  background?: string;
}

const IMAGE_WIDTH = 1600;
const AVATAR_SIDE = 256;
/** The maximum side length of WebP. */
const WEBP_SIDE = 16_383;

// One thread per image and no cache, to limit the memory of bursts of uploads.
sharp.concurrency(1);
sharp.cache(false);
// Defence in depth: libvips does not load other formats, even when the type detection fails.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif',
  ],
});

/** Re-encodes uploaded images, upright and without metadata. Uploaded bytes are never served. */
@Injectable()
export class ImageEncoder {
  private readonly semaphore = new Semaphore(LIMITS);

  /**
   * The image in one to three widths of one shape, the widest last; of an animation the first frame. Never enlarged.
   */
  async thumbnails(
    data: ImageData,
    { shape = '2:1', isWhole = false }: ThumbnailOptions = {},
  ): Promise<EncodedImage[]> {
    const { ratio, widths: wantedWidths } = shapes[shape];
    const getSize = (width: number) => ({ width, height: Math.max(1, Math.round(width / ratio)) });
    return this.decode(data, async (metadata, open) => {
      const { width, height } = checkedSize(metadata, 1);
      const room = Math.round(isWhole ? Math.max(width, height * ratio) : Math.min(width, height * ratio));
      const fitting = wantedWidths.filter((wanted) => wanted <= room);
      const widths = fitting.length ? fitting : [room];
      // Decoded and resized once; the smaller variants are made from the widest.
      const resized = open()
        .autoOrient()
        .resize({ ...getSize(widths.at(-1) ?? room), fit: isWhole ? 'contain' : 'cover', background: 'black' });
      const { data: pixels, info } = await resized.raw().toBuffer({ resolveWithObject: true });
      const raw = { width: info.width, height: info.height, channels: info.channels };
      const encoded: EncodedImage[] = [];
      for (const each of widths)
        encoded.push(await webp(sharp(pixels, { raw }).resize({ ...getSize(each), fit: 'fill' }), metadata));
      return encoded;
    });
  }

  /** The whole image, at most 1600 pixels wide; animations stay animated. */
  async image(data: ImageData, signal?: AbortSignal): Promise<EncodedImage> {
    return this.decode(data, wholeImage, signal);
  }

  /** A square from the center, at most 256 pixels wide; of an animation the first frame. Never enlarged. */
  async avatar(data: ImageData): Promise<EncodedImage> {
    return this.decode(data, async (metadata, open) => {
      const { width, height } = checkedSize(metadata, 1);
      const side = Math.min(AVATAR_SIDE, width, height);
      return webp(open().autoOrient().resize({ width: side, height: side, fit: 'cover' }), metadata);
    });
  }

  /**
   * The whole image in the middle of a square, as a PNG, because systems show icons in no other format; of an animation
   * the first frame.
   * @param side of the square in pixels
   * @param share of the side that the image may take
   * @param background transparent by default
   */
  async icon(data: ImageData, { side, share = 1, background }: IconOptions): Promise<Buffer> {
    return this.decode(data, async (metadata, open) => {
      checkedSize(metadata, 1);
      const inner = Math.round(side * share);
      const before = Math.floor((side - inner) / 2);
      const after = side - inner - before;
      const around = background ?? { r: 0, g: 0, b: 0, alpha: 0 };
      const icon = open()
        .autoOrient()
        .resize({ width: inner, height: inner, fit: 'contain', background: around })
        .extend({ top: before, left: before, bottom: after, right: after, background: around });
      const png = background ? icon.flatten({ background }) : icon;
      return png.png().timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
    });
  }

  /** @throws 415 when the bytes are not an image or HEIC, 400 when it is damaged or has too many pixels */
  private async decode<T>(data: ImageData, work: Work<T>, signal?: AbortSignal): Promise<T> {
    const input = 'path' in data ? data.path : data.bytes;
    const mediaType = (await readMediaType(input)) ?? '';
    const isHeif = HEIF.has(mediaType);
    if (!isHeif && !ACCEPTED.has(mediaType)) throw notAnImage();
    let codec: string | undefined;
    const open = (options = {}) =>
      sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options }).timeout({ seconds: TIMEOUT_SECONDS });
    return this.semaphore.run(async () => {
      try {
        // Reads the header only, so it may be of any size.
        const metadata = await sharp(input, { limitInputPixels: false }).metadata();
        codec = metadata.compression;
        return await work(metadata, open);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        throw isHeif && mediaType !== 'image/avif' && codec !== 'av1' ? notConvertible() : unreadable();
      }
    }, signal);
  }
}

const wholeImage: Work<EncodedImage> = async (metadata, open) => {
  // The further images of HEIF are no frames.
  const frames = metadata.format === 'heif' ? 1 : (metadata.pages ?? 1);
  checkedSize(metadata, frames);
  const image = frames > 1 ? open({ animated: true }) : open().autoOrient();
  const size = { width: IMAGE_WIDTH, height: WEBP_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  return webp(image.resize(size), metadata);
};

/**
 * Width and height after rotation.
 * @throws 400 above the limits
 */
function checkedSize(metadata: Metadata, frames: number): { width: number; height: number } {
  const { width, height, orientation = 1, format } = metadata;
  if (format === 'heif' && width * height > MAX_HEIF_PIXELS) throw tooManyPixels();
  if (width > MAX_SIDE || height > MAX_SIDE || width * height * frames > MAX_PIXELS || frames > MAX_FRAMES)
    throw tooManyPixels();
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/**
 * Effort 2 takes three quarters of the default's time for 2 % more bytes. Smart subsampling keeps coloured text sharp
 * and doubles the time; JPEG has lost that sharpness already.
 */
async function webp(image: Sharp, source: Metadata): Promise<EncodedImage> {
  const options = { quality: 82, effort: 2, smartSubsample: source.format !== 'jpeg' };
  const encoding = image.webp(options).timeout({ seconds: TIMEOUT_SECONDS });
  const { data: bytes, info } = await encoding.toBuffer({ resolveWithObject: true });
  return { bytes, width: info.width, height: info.pageHeight ?? info.height };
}

const notAnImage = () => new DomainError(415, 'not_an_image', (texts) => texts.platform.notAnImage);
const notConvertible = () => new DomainError(415, 'heic_not_convertible', (texts) => texts.platform.heicNotConvertible);
const unreadable = () => new DomainError(400, 'image_unreadable', (texts) => texts.platform.imageUnreadable);
const tooManyPixels = () => new DomainError(400, 'image_too_large_pixels', (texts) => texts.platform.tooManyPixels);
