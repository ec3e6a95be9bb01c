import { createHash } from 'node:crypto';
import sharp from 'sharp';

const { PI, abs, atan2, cos, floor, imul, max, min, sin, sqrt } = Math;
const length = (x: number, y: number): number => sqrt(x * x + y * y);

const WIDTH = 1200;
const HEIGHT = 600;
/** Computed at half the size and enlarged: a quarter of the work, invisible in such shapes. */
const STEP = 2;

/** Red, green and blue from 0 to 255. */
type Color = readonly [number, number, number];

/** A shape of a motif, by its distance to any point of the image. */
interface Layer {
  color: Color;
  opacity: number;
  /** the distance to its edge in pixels, negative inside */
  distance: (x: number, y: number) => number;
}

type Motif = (roll: () => number, hue: number) => Layer[];

/** Pseudo-random numbers from 0 to 1 with the name as seed, so that every start draws the same image. */
function dice(name: string): () => number {
  let [state = 0] = new Uint32Array(createHash('sha256').update(name).digest().buffer.slice(0, 4));
  return () => {
    state = (imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The hue of a color like #0F766E, in degrees. */
function hueOf(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [most, spread] = [max(r, g, b), max(r, g, b) - min(r, g, b)];
  if (spread === 0) return 0;
  const sixths = most === r ? ((g - b) / spread + 6) % 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  return sixths * 60;
}

/** From hue in degrees, saturation and lightness in per cent, as in CSS. */
function shade(hue: number, saturation: number, lightness: number): Color {
  const strength = (saturation / 100) * min(lightness / 100, 1 - lightness / 100);
  const channel = (n: number) => {
    const k = (n + hue / 30 + 24) % 12;
    return 255 * (lightness / 100 - strength * max(-1, min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Hills, one behind the other. */
const waves: Motif = (roll, hue) =>
  Array.from({ length: 5 }, (_, i) => {
    const [height, span, start] = [30 + roll() * 60, 500 + roll() * 500, roll() * 6.3];
    const level = 190 + i * 88;
    const top = (x: number) =>
      level + height * sin(x / (span / 6.3) + start) + height * 0.4 * sin(x / (span / 14) + start * 2);
    return { color: shade(hue + i * 7, 55, 58 - i * 9), opacity: 0.88, distance: (x, y) => top(x) - y };
  });

/** Arcs around a point outside the middle. */
const rings: Motif = (roll, hue) => {
  const [x0, y0] = [300 + roll() * 600, 220 + roll() * 160];
  return Array.from({ length: 9 }, (_, i) => {
    const [radius, half] = [60 + i * 62, 6 + roll() * 12];
    const [middle, reach] = [roll() * 6.3, 1 + roll() * 1.7];
    const ends = [middle - reach, middle + reach].map(
      (angle) => [x0 + radius * cos(angle), y0 + radius * sin(angle)] as const,
    );
    const distance = (x: number, y: number) => {
      const away = abs(length(x - x0, y - y0) - radius) - half;
      if (away > STEP) return away;
      const turned = abs(((atan2(y - y0, x - x0) - middle + 12 * PI + PI) % (2 * PI)) - PI);
      if (turned <= reach) return away;
      return min(...ends.map(([ex, ey]) => length(x - ex, y - ey))) - half;
    };
    return { color: shade(hue + i * 6, 60, 72 - i * 5), opacity: 0.9, distance };
  });
};

/** Tiles and discs on a grid, by shade; those of a shade are one layer. */
const tiles: Motif = (roll, hue) => {
  const cells = Array.from({ length: 50 }, () => floor(roll() * 6));
  return [1, 2, 3, 4].map((kind) => ({
    color: shade(hue + kind * 8 - 20, 55, 30 + kind * 9),
    opacity: 0.45 + kind * 0.12,
    distance: (x, y) => {
      const [column, row] = [floor(x / 120), floor(y / 120)];
      if (cells[row * 10 + column] !== kind) return Infinity;
      const [dx, dy] = [abs((x % 120) - 60), abs((y % 120) - 60)];
      const corner = kind > 2 ? 46 : 16;
      return length(max(dx - 46 + corner, 0), max(dy - 46 + corner, 0)) - corner;
    },
  }));
};

/** Bands across, as of cloth. */
const ribbons: Motif = (roll, hue) =>
  Array.from({ length: 8 }, (_, i) => {
    const [middle, half] = [120 + i * 190 + roll() * 70, 22 + roll() * 52];
    return {
      color: shade(hue + i * 6 - 20, 58, 36 + roll() * 32),
      opacity: 0.78,
      distance: (x, y) => abs(x * 0.85 + y * 0.53 - middle) - half,
    };
  });

/** Dots that grow towards a corner. */
const dots: Motif = (roll, hue) => {
  const [x0, y0] = [roll() < 0.5 ? 0 : WIDTH, roll() < 0.5 ? 0 : HEIGHT];
  const nearness = (x: number, y: number) => 1 - length(x - x0, y - y0) / length(WIDTH, HEIGHT);
  return [0.4, 0.6, 0.8, 1].map((upTo, i) => ({
    color: shade(hue + i * 12 - 18, 60, 72 - i * 6),
    opacity: 0.35 + i * 0.18,
    distance: (x, y) => {
      const [cx, cy] = [floor(x / 80) * 80 + 40, floor(y / 80) * 80 + 40];
      const near = nearness(cx, cy);
      const isOurs = near <= upTo && near > (i === 0 ? -1 : upTo - 0.2);
      return isOurs ? length(x - cx, y - cy) - (4 + near * near * 36) : Infinity;
    },
  }));
};

const motifs: Motif[] = [waves, rings, tiles, ribbons, dots];

/**
 * Draws a thumbnail without text, pixel by pixel: the hub accepts no SVG.
 * @param color of the category, for example #0F766E
 * @returns a PNG of 1200 × 600 pixels
 */
export function drawThumbnail(color: string, name: string, motif: number): Promise<Buffer> {
  const roll = dice(name);
  const own = hueOf(color) + roll() * 24 - 12;
  // Warm hues shift towards red: darker shades of yellow look brown.
  const isWarm = own > 5 && own < 70;
  const hue = isWarm ? own - 18 : own;
  const [from, to] = [shade(hue, 52, 30), shade(isWarm ? hue : hue + 28, 56, 16)];
  const layers = motifs[motif % motifs.length]?.(roll, hue) ?? [];
  const [columns, rows] = [WIDTH / STEP, HEIGHT / STEP];
  const pixels = Buffer.alloc(columns * rows * 3);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 3)
      pixels.writeUIntBE(pointAt((column + 0.5) * STEP, (row + 0.5) * STEP, from, to, layers), at, 3);
  }
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(WIDTH, HEIGHT)
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Returns the color as one number and allocates no arrays, because it runs for each of 180,000 points. */
function pointAt(x: number, y: number, [r1, g1, b1]: Color, [r2, g2, b2]: Color, layers: readonly Layer[]): number {
  const way = (x / WIDTH + y / HEIGHT) / 2;
  let r = r1 + (r2 - r1) * way;
  let g = g1 + (g2 - g1) * way;
  let b = b1 + (b2 - b1) * way;
  for (const { distance, color, opacity } of layers) {
    // Half covered at the edge, so that it looks smooth.
    const cover = min(max(0.5 - distance(x, y) / STEP, 0), 1) * opacity;
    r += (color[0] - r) * cover;
    g += (color[1] - g) * cover;
    b += (color[2] - b) * cover;
  }
  return (r << 16) | (g << 8) | b;
}
