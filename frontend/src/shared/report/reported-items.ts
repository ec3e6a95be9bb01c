import { useSyncExternalStore } from 'react';
import type { ReportedType } from '../../api/generated/model/reportedType';

interface Report {
  userId: string;
  type: ReportedType;
  itemId: string;
}

const listeners = new Set<() => void>();

const getKey = ({ userId, type, itemId }: Report): string => `hub-reported/${userId}/${type}/${itemId}`;

/** Remembers a report until the tab is closed: the API does not list a user's reports and refuses a second one. */
export function markReported(report: Report): void {
  try {
    sessionStorage.setItem(getKey(report), '1');
  } catch {
    // Browsers may refuse storage. The server then refuses a second report.
  }
  for (const listener of listeners) listener();
}

function isReported(report: Report): boolean {
  try {
    return sessionStorage.getItem(getKey(report)) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the user has reported the item in this visit. */
export const useIsReported = (report: Report): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isReported(report),
    () => false,
  );
