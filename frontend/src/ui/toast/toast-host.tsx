import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast';

const Toasts = lazy(() => import('./toasts'));

export function ToastHost() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return <Suspense>{wanted && <Toasts />}</Suspense>;
}
