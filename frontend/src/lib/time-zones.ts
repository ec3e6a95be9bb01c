/** The IANA name of the browser's time zone. */
export const getTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The IANA names that the browser knows, UTC and the current one. */
export const listTimeZones = (current: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', current])].toSorted();
