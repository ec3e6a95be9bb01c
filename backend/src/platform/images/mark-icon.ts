import sharp from 'sharp';

/** The mark of the product in a square of 32 units, as in the frontend's favicon: lines of round ends. */
const UNITS = 32;
const LINES = [
  [9, 8, 9, 24],
  [9, 16, 15, 16],
  [15, 16, 23, 8],
  [15, 16, 23, 24],
] as const;
const HALF_STROKE = 1.5;
const CORNER_RADIUS = 8;
const CENTER = UNITS / 2;
/** Of an icon that the system cuts to a shape of its own, only the middle is safe. */
const SAFE_SHARE = 0.8;

const LIGHT = [244, 251, 250] as const;
const DARK = [27, 38, 48] as const;
/** From here on, the frontend's theme writes dark text on filled buttons. */
const MIN_LUMINANCE_FOR_DARK = 0.32;

type Rgb = readonly [number, number, number];

interface MarkIcon {
  /** in pixels */
  side: number;
  /** #rrggbb */
  background: string;
  /** Whether the system cuts the icon to a shape: it fills its square then. */
  isMaskable: boolean;
}

/**
 * Draws the mark on a color as a PNG. Computed from the distances of the pixels, because the image library must not
 * load SVG: nothing that users upload may be such a document.
 */
export async function drawMarkIcon({ side, background, isMaskable }: MarkIcon): Promise<Buffer> {
  const color = parseColor(background);
  const markColor = getLuminance(color) > MIN_LUMINANCE_FOR_DARK ? DARK : LIGHT;
  const unit = UNITS / side;
  const zoom = isMaskable ? SAFE_SHARE : 1;
  const toMark = (at: number) => CENTER + (at - CENTER) / zoom;
  const pixels = Buffer.alloc(side * side * 4);
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [x, y] = [(column + 0.5) * unit, (row + 0.5) * unit];
      const mark = toCoverage((distanceToMark(toMark(x), toMark(y)) * zoom) / unit);
      const square = isMaskable ? 1 : toCoverage(distanceToSquare(x, y) / unit);
      const at = 4 * (row * side + column);
      for (const [channel, value] of color.entries())
        pixels[at + channel] = Math.round(value + (markColor[channel]! - value) * mark);
      pixels[at + 3] = Math.round(255 * square);
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** The share of a pixel inside of a shape. @param distance of its center to the edge, negative inside */
const toCoverage = (distance: number): number => Math.min(1, Math.max(0, 0.5 - distance));

const distanceToMark = (x: number, y: number): number =>
  Math.min(...LINES.map((line) => distanceToLine(x, y, line))) - HALF_STROKE;

function distanceToLine(x: number, y: number, [x1, y1, x2, y2]: (typeof LINES)[number]): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** To the edge of the square with round corners. */
function distanceToSquare(x: number, y: number): number {
  const inner = CENTER - CORNER_RADIUS;
  const [dx, dy] = [Math.abs(x - CENTER) - inner, Math.abs(y - CENTER) - inner];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - CORNER_RADIUS;
}

const parseColor = (color: string): Rgb => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return [red ?? 0, green ?? 0, blue ?? 0];
};

/** Relative luminance (WCAG 2.2). */
function getLuminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
