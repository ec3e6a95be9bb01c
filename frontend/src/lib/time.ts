/** Formats seconds as m:ss, from one hour on as h:mm:ss. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const ending = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${ending}` : `${minutes}:${ending}`;
}

const CLOCK = /^(?:(\d+):)?(\d+):(\d{1,2}(?:[.,]\d+)?)$/;
const UNITS = /^(?:(\d+)h\s*)?(?:(\d+)m(?:in)?\s*)?(?:(\d+(?:\.\d+)?)s?)?$/i;

/** Parses 65, 1:05, 1:02:03, 65s and 1m5s to seconds; undefined for anything else. */
export function parseTime(text: string): number | undefined {
  const typed = text.trim();
  const [, hours = '0', minutes = '0', seconds = '0'] = CLOCK.exec(typed) ?? UNITS.exec(typed) ?? [];
  if (typed === '' || !(CLOCK.test(typed) || UNITS.test(typed))) return undefined;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
}

/** The time in a URL in whole seconds; undefined without a valid one. */
export function parseUrlTime(time: string | undefined): number | undefined {
  const seconds = parseTime(time ?? '');
  return seconds === undefined ? undefined : Math.floor(seconds);
}

/** The largest time whose index is not after the given one, or -1; `starts` are sorted, null counts as unknown. */
export function findCurrentIndex(starts: readonly (number | null)[], seconds: number): number {
  return starts.findLastIndex((start) => start !== null && start <= seconds);
}
