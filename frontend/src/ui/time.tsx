import { useSyncExternalStore } from 'react';
import { formatDate, formatDateTime } from '@hub/shared/formats';
import { readPageMeta } from '../lib/page-meta';
import { subscribeToNothing } from '../lib/subscribe-to-nothing';

/** The server's time zone in its HTML and while the browser takes that over, then the reader's. */
const useTimeZone = (): string | undefined =>
  useSyncExternalStore(
    subscribeToNothing,
    () => undefined,
    () => readPageMeta('hub-time-zone') || undefined,
  );

/** Formats ISO times for texts and attributes of a public page. */
export function useFormatTime() {
  const zone = useTimeZone();
  return {
    formatDate: (iso: string) => formatDate(iso, zone),
    formatDateTime: (iso: string) => formatDateTime(iso, zone),
  };
}

interface TimeProps {
  iso: string;
  /** With the time of day. */
  withTime?: boolean;
  /** A sentence with the time. */
  children?: (text: string) => string;
}

export function Time({ iso, withTime = false, children = (text) => text }: TimeProps) {
  const format = useFormatTime();
  return <time dateTime={iso}>{children(withTime ? format.formatDateTime(iso) : format.formatDate(iso))}</time>;
}
