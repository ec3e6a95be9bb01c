import { describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  createAnimation,
  createPhonePhoto,
  buildGif,
  buildHeic,
  buildPng,
  buildCompressedTextChunk,
  createImage,
  createPng,
} from '../../../test/support/images.js';
import { ImageEncoder, type ThumbnailOptions } from './image-encoder.js';

const encoder = new ImageEncoder();
const image = (bytes: Buffer) => encoder.image({ bytes });
const thumbnails = (bytes: Buffer) => encoder.thumbnails({ bytes });
const sizes = async (width: number, height: number, options?: ThumbnailOptions) =>
  (await encoder.thumbnails({ bytes: await createPng(width, height) }, options)).map((each) => [
    each.width,
    each.height,
  ]);
const notAnImage = { status: 415, code: 'not_an_image' };
const unreadable = { status: 400, code: 'image_unreadable' };
const tooManyPixels = { status: 400, code: 'image_too_large_pixels' };

/** Red, green and blue of one pixel. */
async function colorAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}
const isRed = ([red = 0, , blue = 0]: number[]) => red > 150 && blue < 100;

describe('accepted images', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('%s becomes WebP', async (format) => {
    const encoded = await image(await createImage(300, 200).toFormat(format).toBuffer());
    expect(encoded).toMatchObject({ width: 300, height: 200 });
    expect((await sharp(encoded.bytes).metadata()).format).toBe('webp');
    expect(isRed(await colorAt(encoded.bytes, 10, 10))).toBe(true);
  });

  test('a file on the disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-images-'));
    await writeFile(join(folder, 'x'), await createPng());
    expect(await encoder.image({ path: join(folder, 'x') })).toMatchObject({ width: 60, height: 30 });
    await rm(folder, { recursive: true });
  });

  test('transparency is preserved, CMYK, 16 bits and grayscale are converted', async () => {
    const clear = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    for (const { bytes } of [await image(clear), ...(await thumbnails(clear))])
      expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
    for (const odd of [
      createImage(900, 400).toColourspace('cmyk').jpeg(),
      createImage(900, 400).toColourspace('rgb16').png(),
      createImage(900, 400).greyscale().png(),
    ]) {
      const bytes = await odd.toBuffer();
      for (const encoded of [await image(bytes), ...(await thumbnails(bytes))])
        expect((await sharp(encoded.bytes).stats()).channels.length).toBe(3);
    }
  });

  test('images in texts are at most 1600 pixels wide and keep their aspect ratio', async () => {
    expect(await image(await createPng(3200, 1000))).toMatchObject({ width: 1600, height: 500 });
    expect(await image(await createPng(1599, 3000))).toMatchObject({ width: 1599, height: 3000 });
    expect((await image(buildPng(100, 19_999))).height).toBe(16_383);
  });

  test('thumbnails are cropped to 2:1 in up to three widths, and never enlarged', async () => {
    expect(await sizes(2400, 1200)).toEqual([
      [400, 200],
      [800, 400],
      [1200, 600],
    ]);
    expect(await sizes(1000, 3000)).toEqual([
      [400, 200],
      [800, 400],
    ]);
    expect(await sizes(5000, 201)).toEqual([[400, 200]]);
    expect(await sizes(300, 300)).toEqual([[300, 150]]);
    expect(await sizes(1, 1)).toEqual([[1, 1]]);
    expect(await sizes(2000, 1)).toEqual([[2, 1]]);
  });

  test('thumbnails of videos are cropped to 16:9', async () => {
    const shape = { shape: '16:9' } as const;
    expect(await sizes(1920, 1080, shape)).toEqual([
      [400, 225],
      [800, 450],
      [1280, 720],
    ]);
    expect(await sizes(1279, 3000, shape)).toEqual([
      [400, 225],
      [800, 450],
    ]);
    expect(await sizes(320, 180, shape)).toEqual([[320, 180]]);
  });

  test('posters of films show the whole picture between black bars, and are never enlarged', async () => {
    const portrait = await createPng(1080, 1920, '#f00');
    const poster = { shape: '16:9', isWhole: true } as const;
    const posters = await encoder.thumbnails({ bytes: portrait }, poster);
    expect(posters.map(({ width, height }) => [width, height])).toEqual([
      [400, 225],
      [800, 450],
      [1280, 720],
    ]);
    const { bytes } = posters.at(-1)!;
    // The picture is 405 pixels wide, from top to bottom.
    for (const [x, y] of [
      [640, 2],
      [640, 717],
      [445, 360],
      [835, 360],
    ] as const)
      expect(isRed(await colorAt(bytes, x, y))).toBe(true);
    for (const x of [5, 425, 855, 1275]) expect(Math.max(...(await colorAt(bytes, x, 360)))).toBeLessThan(10);
    expect(await sizes(240, 320, poster)).toEqual([[400, 225]]);
    expect(await sizes(100, 100, poster)).toEqual([[178, 100]]);
    expect(await sizes(320, 180, poster)).toEqual([[320, 180]]);
  });
});

describe('animations', () => {
  test.each(['gif', 'webp'] as const)(
    '%s: the first frame is the thumbnail, and the image stays animated',
    async (format) => {
      const bytes = await createAnimation(400, 200, 3, format);
      const [thumbnail] = await thumbnails(bytes);
      expect((await sharp(thumbnail!.bytes).metadata()).pages ?? 1).toBe(1);
      expect((await colorAt(thumbnail!.bytes, 5, 5))[0]).toBeLessThan(60);
      const animation = await image(bytes);
      expect(animation).toMatchObject({ width: 400, height: 200 });
      expect(await sharp(animation.bytes).metadata()).toMatchObject({ pages: 3 });
    },
  );

  test('the pixels of all frames count', async () => {
    const bytes = buildGif(1000, 1000, 51);
    await expect(image(bytes)).rejects.toMatchObject(tooManyPixels);
    await expect(image(buildGif(10, 10, 1001))).rejects.toMatchObject(tooManyPixels);
    expect(await thumbnails(bytes)).toHaveLength(2);
    expect(await image(buildGif(100, 100, 20))).toMatchObject({ width: 100, height: 100 });
  });
});

describe('photos', () => {
  test('are rotated upright', async () => {
    const bytes = await createPhonePhoto(800, 400);
    const upright = await image(bytes);
    expect(upright).toMatchObject({ width: 400, height: 800 });
    // Turned by 90 degrees, what was in the upper left is in the upper right.
    expect([isRed(await colorAt(upright.bytes, 390, 10)), isRed(await colorAt(upright.bytes, 10, 10))]).toEqual([
      true,
      false,
    ]);
    expect((await thumbnails(bytes)).map(({ width, height }) => [width, height])).toEqual([[400, 200]]);
  });

  test('lose their location', async () => {
    const bytes = await createPhonePhoto(800, 400);
    expect((await sharp(bytes).metadata()).exif?.includes('Telephone')).toBe(true);
    for (const encoded of [await image(bytes), ...(await thumbnails(bytes))]) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(encoded.bytes).metadata();
      expect([exif, xmp, iptc, icc, orientation ?? 1]).toEqual([undefined, undefined, undefined, undefined, 1]);
      for (const word of ['Telephone', 'GPS', 'Ada']) expect(encoded.bytes.includes(word)).toBe(false);
    }
  });
});

describe('refused files', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const others: [string, Buffer][] = [
    ['SVG', Buffer.from(svg)],
    ['SVG with a prologue', Buffer.from(`<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`)],
    ['text', Buffer.from('This is not an image.')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['a program', Buffer.from('7f454c4602010100', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(10_000)],
  ];
  test.each(others)('%s is not an image', async (_name, bytes) => {
    await expect(image(bytes)).rejects.toMatchObject(notAnImage);
    await expect(thumbnails(bytes)).rejects.toMatchObject(notAnImage);
  });

  test('HEIC says what to do, whatever its brand', async () => {
    for (const brand of ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1']) {
      const error = { status: 415, code: 'heic_not_convertible', message: expect.stringContaining('JPG') };
      await expect(image(buildHeic(brand))).rejects.toMatchObject(error);
      await expect(thumbnails(buildHeic(brand))).rejects.toMatchObject(error);
    }
  });

  test('other image formats than these', async () => {
    await expect(image(await createImage(60, 30).toFormat('tiff').toBuffer())).rejects.toMatchObject(notAnImage);
    await expect(
      image(Buffer.from('424d460000000000000036000000280000000200000002000000010018', 'hex')),
    ).rejects.toMatchObject(notAnImage);
  });

  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    '%s that breaks off, or is noise after its signature',
    async (format) => {
      const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, i) => (i * 7919) % 251));
      const whole = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
        .toFormat(format)
        .toBuffer();
      const broken = Buffer.concat([whole.subarray(0, 40), Buffer.alloc(2000, 0x5a)]);
      for (const bytes of [whole.subarray(0, whole.length / 2), broken, whole.subarray(0, 60)]) {
        await expect(image(bytes)).rejects.toMatchObject({
          code: expect.stringMatching(/^(image_unreadable|not_an_image)$/),
        });
        await expect(thumbnails(bytes)).rejects.toMatchObject({
          code: expect.stringMatching(/^(image_unreadable|not_an_image)$/),
        });
      }
      expect(await image(whole)).toMatchObject({ width: 300 });
    },
  );

  test('a truncated photo is reported as damaged', async () => {
    const whole = await createPhonePhoto(800, 400);
    await expect(image(whole.subarray(0, whole.length - 200))).rejects.toMatchObject(unreadable);
  });

  test('images with too many pixels are refused before they are decoded', async () => {
    const started = performance.now();
    for (const bytes of [
      buildPng(30_000, 30_000, { rows: 1 }),
      buildPng(20_001, 1),
      buildPng(8000, 8000, { rows: 1 }),
      buildPng(0x7fffffff, 0x7fffffff, { rows: 0 }),
    ]) {
      await expect(image(bytes)).rejects.toMatchObject({ status: 400 });
      await expect(thumbnails(bytes)).rejects.toMatchObject({ status: 400 });
    }
    await expect(image(buildPng(30_000, 30_000, { rows: 1 }))).rejects.toMatchObject(tooManyPixels);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('AVIF, which is decoded as a whole, can have fewer pixels', async () => {
    const { data, info } = await createImage(64, 64).avif().toBuffer({ resolveWithObject: true });
    expect(info.width).toBe(64);
    // The property "ispe" has the size in two numbers.
    const at = data.indexOf('ispe') + 8;
    data.writeUInt32BE(4001, at);
    data.writeUInt32BE(4000, at + 4);
    await expect(image(data)).rejects.toMatchObject(tooManyPixels);
  });

  test('decompression bombs take little memory and time', async () => {
    const before = process.memoryUsage().rss;
    const started = performance.now();
    // Just within the limit; a text chunk that inflates to 300 MB; more rows than its header declares.
    const bombs = [
      buildPng(7000, 7000),
      buildPng(100, 100, { chunks: Array<Buffer>(6).fill(buildCompressedTextChunk(50)) }),
      buildPng(100, 100, { rows: 1_000_000 }),
    ];
    await Promise.allSettled(bombs.flatMap((bytes) => [image(bytes), thumbnails(bytes)]));
    expect(performance.now() - started).toBeLessThan(8000);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 1024 ** 2);
  });
});
