/** Creating a format takes longer than many uses of it. */
function createFormats(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone?: string) => {
    let format = formats.get(timeZone);
    if (!format) formats.set(timeZone, (format = new Intl.DateTimeFormat('de-DE', { ...options, timeZone })));
    return format;
  };
}

const date = createFormats({ day: '2-digit', month: '2-digit', year: 'numeric' });
const dateTime = createFormats({ dateStyle: 'medium', timeStyle: 'short' });

/** Formats an ISO time as a German date, e.g. 21.11.2026; without a time zone in that of the reader. */
export function formatDate(iso: string, timeZone?: string): string {
  return date(timeZone).format(new Date(iso));
}

const time = new Intl.DateTimeFormat('de-DE', { timeStyle: 'short' });

/** Formats a time of today as 14:02, others with their date. */
export function formatRecentTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  return at.toDateString() === new Date().toDateString() ? time.format(at) : dateTime().format(at);
}

export function formatDateTime(iso: string, timeZone?: string): string {
  return dateTime(timeZone).format(new Date(iso));
}

/** 999 → "999", 1000 → "1.0K", 999950 → "1.0M": one decimal, rounded before the unit is selected. */
export function abbreviate(count: number): string {
  if (count < 1000) return String(count);
  const tenthsOfThousands = Math.round(count / 100);
  if (tenthsOfThousands < 10_000) return `${(tenthsOfThousands / 10).toFixed(1)}K`;
  return `${(Math.round(count / 100_000) / 10).toFixed(1)}M`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Formats a file size: 0 B, 512 B, 1.5 KB, 20.0 MB, in steps of 1000 and rounded before the unit is selected. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (unit < UNITS.length - 1 && (unit === 0 ? value >= 1000 : value >= 999.95)) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Formats a limit: 500 MB, 1.5 GB, 2 GB, in units of 1024 as the server's messages. */
export function formatMegabytes(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Number((megabytes / 1024).toFixed(1))} GB`;
}
