import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** An image of one color with a red square at the upper left, which shows rotations. */
export function createImage(width: number, height: number, options: { color?: string } = {}) {
  const corner = {
    input: {
      create: {
        width: Math.ceil(width / 4),
        height: Math.ceil(height / 4),
        channels: 3 as const,
        background: '#ff0000',
      },
    },
    left: 0,
    top: 0,
  };
  return sharp({ create: { width, height, channels: 3, background: options.color ?? '#0000ff' } }).composite([corner]);
}

export const createPng = (width = 60, height = 30, color?: string): Promise<Buffer> =>
  createImage(width, height, { ...(color && { color }) })
    .png()
    .toBuffer();

/** An animation of grey frames. */
export async function createAnimation(
  width: number,
  height: number,
  frames: number,
  format: 'gif' | 'webp',
): Promise<Buffer> {
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, i) => Buffer.alloc(width * height * 3, 40 + i * 60)));
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  return sharp(pixels, { raw })
    .toFormat(format, { delay: Array<number>(frames).fill(100) })
    .toBuffer();
}

/** Like a photo from a phone: rotated by EXIF, with GPS coordinates. */
export const createPhonePhoto = (width: number, height: number): Promise<Buffer> =>
  createImage(width, height)
    .withExif({
      IFD0: { Make: 'Telephone', Copyright: 'Ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A small black-and-white PNG of any dimensions, with optional chunks before its pixels. */
export function buildPng(width: number, height: number, { rows = height, chunks = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * rows), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A compressed text chunk of a PNG (decompression bomb). */
export const buildCompressedTextChunk = (megabytes: number): Buffer =>
  chunk(
    'zTXt',
    Buffer.concat([
      Buffer.from('Comment\0\0', 'latin1'),
      deflateSync(Buffer.alloc(megabytes * 1024 ** 2), { level: 9 }),
    ]),
  );

/** A GIF of any dimensions with any number of one-pixel frames. */
export function buildGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  return Buffer.concat([Buffer.from('GIF89a'), screen, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** The beginning of a HEIF file of a brand, with the brands of photos of an iPhone. */
export function buildHeic(brand: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(28);
  const brands = Buffer.from(`ftyp${brand}\0\0\0\0mif1heicMiHE`, 'latin1');
  return Buffer.concat([size, brands, Buffer.alloc(200)]);
}
