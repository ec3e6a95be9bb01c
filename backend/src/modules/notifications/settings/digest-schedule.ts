import { fromWallClock, toWallClock } from './time-zones.js';

export const digestFrequencies = ['off', 'daily', 'weekly'] as const;
export type DigestFrequency = (typeof digestFrequencies)[number];

/** Local time at which digests are sent. */
const HOUR = 8;
/** Day of the week of weekly digests, as of Date. */
const MONDAY = 1;

/** The next morning, or the morning of the next Monday, in the time zone; null without a digest. */
export function findNextDigest(after: Date, frequency: DigestFrequency, timeZone: string | null): Date | null {
  if (frequency === 'off') return null;
  const zone = timeZone ?? 'UTC';
  const clock = toWallClock(after, zone);
  for (let days = 0; ; days++) {
    const morning = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate() + days, HOUR));
    const at = fromWallClock(morning, zone);
    if (at > after && (frequency === 'daily' || morning.getUTCDay() === MONDAY)) return at;
  }
}
