import { lazy, useSyncExternalStore } from 'react';
import { Part } from '../part';
import { toastStore } from './toast';

const Toasts = lazy(() => import('./toasts'));

export function ToastHost() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return <Part>{wanted && <Toasts />}</Part>;
}
