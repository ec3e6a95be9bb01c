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

/** Announces a success. Use `alert` or `confirm` where a decision is needed. */
export function toast(text: string): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) =>
    notifications.show({ message: text, role: 'status', closeButtonProps: { 'aria-label': messages.common.close } }),
  );
}

const Toasts = lazy(() => import('./toasts'));

export function ToastHost() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  return <LazyBoundary>{wanted && <Toasts />}</LazyBoundary>;
}
