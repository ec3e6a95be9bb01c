import { lazy, useSyncExternalStore } from 'react';
import { messages } from '../../messages/en';
import { LazyBoundary } from '../lazy';

let isNeeded = false;
const listeners = new Set<() => void>();

/** Whether the toast component is needed yet; it is not part of the first load. */
const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: (): boolean => isNeeded,
};

/** The id of the latest toast of each group. */
const latest = new Map<string, string>();

/**
 * Announces a success. Use `alert` or `confirm` where a decision is needed.
 * @param group of its toasts only the latest is shown, so that they neither cover a small screen nor delay others
 */
export function toast(text: string, { group }: { group?: string } = {}): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) => {
    const former = group && latest.get(group);
    if (former) notifications.hide(former);
    const closeButtonProps = { 'aria-label': messages.common.close };
    const id = notifications.show({ message: text, role: 'status', closeButtonProps });
    if (group) latest.set(group, id);
  });
}

const Toasts = lazy(() => import('./toasts'));

export function ToastHost() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  return <LazyBoundary>{wanted && <Toasts />}</LazyBoundary>;
}
