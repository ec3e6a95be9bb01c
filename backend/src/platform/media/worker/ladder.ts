interface Size {
  width: number;
  height: number;
}

/** A video of 1920 × 1080 and its portrait twin of 1080 × 1920 are both "1080p": the shorter side counts. */
const SHORT_SIDES = [1080, 720, 480];
const MAX_LONG_SIDE = 3840;

/** Sizes of the renditions of a video, the largest first: never larger than the source, even as H.264 demands. */
export function renditionSizes({ width, height }: Size): Size[] {
  const short = Math.min(width, height);
  const fitting = SHORT_SIDES.filter((side) => side <= short);
  return (fitting.length ? fitting : [short]).map((side) => {
    const scale = Math.min(side / short, MAX_LONG_SIDE / Math.max(width, height));
    return { width: toEven(width * scale, width), height: toEven(height * scale, height) };
  });
}

const toEven = (pixels: number, max: number): number =>
  Math.max(2, Math.min(2 * Math.round(pixels / 2), 2 * Math.floor(max / 2)));

/** The highest rate of a rendition in bits per second: 5 Mbit for 1080p, 2.7 for 720p, 1.5 for 480p. */
export const maxVideoRate = ({ width, height }: Size): number =>
  Math.round(5_000_000 * ((width * height) / (1920 * 1080)) ** 0.75);

/**
 * The highest rate of a segment in bits per second, from EXTINF (seconds) and EXT-X-BYTERANGE (bytes).
 * Segments below a second do not count: their rate says little about what a connection must carry.
 */
export function peakBitrate(playlist: string): number {
  const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)/g)];
  const rates = segments.map(([, seconds, bytes]) => ({ seconds: Number(seconds), bits: 8 * Number(bytes) }));
  const counted = rates.some(({ seconds }) => seconds >= 1) ? rates.filter(({ seconds }) => seconds >= 1) : rates;
  return Math.ceil(Math.max(0, ...counted.map(({ seconds, bits }) => bits / Math.max(seconds, 0.1))));
}
