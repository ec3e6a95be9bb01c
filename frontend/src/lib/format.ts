const date = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' });
const dateTime = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeStyle: 'short' });

/** An ISO time as a German date, e.g. 21.11.2026. */
export function formatDate(iso: string): string {
  return date.format(new Date(iso));
}

export function formatDateTime(iso: string): string {
  return dateTime.format(new Date(iso));
}

/** 999 → "999", 1000 → "1.0K", 999950 → "1.0M": one decimal, rounded before the unit is chosen. */
export function abbreviate(count: number): string {
  if (count < 1000) return String(count);
  const tenthsOfThousands = Math.round(count / 100);
  if (tenthsOfThousands < 10_000) return `${(tenthsOfThousands / 10).toFixed(1)}K`;
  return `${(Math.round(count / 100_000) / 10).toFixed(1)}M`;
}
