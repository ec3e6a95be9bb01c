import { lazy, useSyncExternalStore } from 'react';
import { LazyBoundary } from '../lazy';

export interface ToastOptions {
  /** What it is about: a later toast about the same replaces it. By default the text. */
  subject?: string;
  /** A button, which closes the toast. */
  action?: { label: string; run: () => void };
  /** Stays until the user closes it. */
  isLasting?: boolean;
}

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
export function toast(text: string, options: ToastOptions = {}): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  void import('./toasts').then(({ showToast }) => {
    showToast(text, options);
  });
}

const Toasts = lazy(() => import('./toasts'));

export function ToastHost() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, toastStore.getSnapshot);
  return <LazyBoundary>{wanted && <Toasts />}</LazyBoundary>;
}
