/**
 * Filters that turn the stored picture upright: phones store portrait videos sideways, with a matrix for players.
 * @param matrix display matrix as FFmpeg keeps it: nine 32-bit integers; undefined: upright already
 */
export function uprightFilters(matrix: Buffer | undefined): string[] {
  if (!matrix || matrix.length < 36) return [];
  const [a = 0, b = 0, , c = 0, d = 0] = Array.from({ length: 9 }, (_, i) => matrix.readInt32LE(i * 4));
  if (Math.hypot(a, c) === 0 || Math.hypot(b, d) === 0) return [];
  const degrees = (Math.atan2(b / Math.hypot(b, d), a / Math.hypot(a, c)) * 180) / Math.PI;
  switch ((Math.round(degrees / 90) * 90 + 360) % 360) {
    case 90:
      return [c > 0 ? 'transpose=cclock_flip' : 'transpose=clock'];
    case 180:
      return [...(a < 0 ? ['hflip'] : []), ...(d < 0 ? ['vflip'] : [])];
    case 270:
      return [c < 0 ? 'transpose=clock_flip' : 'transpose=cclock'];
    default:
      return d < 0 ? ['vflip'] : [];
  }
}

/** Whether {@link uprightFilters} exchanges width and height. */
export const isTurned = (filters: readonly string[]): boolean =>
  filters.some((filter) => filter.startsWith('transpose'));
