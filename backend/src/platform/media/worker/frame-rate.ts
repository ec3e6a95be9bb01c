/** Frames per second as a fraction. */
export interface FrameRate {
  num: number;
  den: number;
}

const DEFAULT = { num: 30, den: 1 };
const MAX = { num: 60, den: 1 };
const MIN = { num: 10, den: 1 };
/** Recordings without a regular rate announce the resolution of their clock instead. */
const HIGHEST_REAL_RATE = 240;

export const perSecond = ({ num, den }: FrameRate): number => num / den;

/** The frame rate of renditions: that of the source, from 10 to 60. */
export function chooseFrameRate(average: FrameRate): FrameRate {
  const rate = averageRate(average);
  if (rate === null) return DEFAULT;
  if (rate > perSecond(MAX)) return MAX;
  return rate < perSecond(MIN) ? MIN : { num: average.num, den: average.den };
}

/** Frames per second; null where a file names no real rate. */
export function averageRate(average: FrameRate): number | null {
  const rate = average.den > 0 ? perSecond(average) : 0;
  return rate > 0 && rate <= HIGHEST_REAL_RATE ? rate : null;
}
