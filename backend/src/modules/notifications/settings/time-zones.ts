import type { Localized } from '../../../platform/language/texts.js';

const MINUTE_MS = 60_000;

function isTimeZone(name: string): boolean {
  try {
    // Offsets such as +02:00 are no zones: they know no summer time.
    return /^[A-Za-z]/.test(name) && !!new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
}

/** For validation: a sentence; undefined for the IANA name of a zone. */
export const findTimeZoneProblem = (value: unknown): Localized | undefined =>
  value === undefined || value === null || (typeof value === 'string' && isTimeZone(value))
    ? undefined
    : (texts) => texts.validation.timeZone;

/** A wall clock: a date and time without a zone, as if it were UTC. */
type WallClock = Date;

/** What clocks in a zone show. Zones that this system does not know count as UTC. */
export function toWallClock(at: Date, timeZone: string): WallClock {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at);
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')));
}

/** When clocks in a zone show a time; where they skip it, about an hour later. */
export function fromWallClock(clock: WallClock, timeZone: string): Date {
  const offset = (at: number) =>
    Math.round((toWallClock(new Date(at), timeZone).getTime() - at) / MINUTE_MS) * MINUTE_MS;
  // The offset at the time itself may differ from that at the same time in UTC.
  const guess = clock.getTime() - offset(clock.getTime());
  return new Date(clock.getTime() - offset(guess));
}
