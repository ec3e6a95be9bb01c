import { lazy, useSyncExternalStore } from 'react';
import { LazyBoundary } from '../lazy-boundary';
import { toastStore } from './toast';

const Toasts = lazy(() => import('./toasts'));

export function ToastHost() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot);
  return <LazyBoundary>{wanted && <Toasts />}</LazyBoundary>;
}
