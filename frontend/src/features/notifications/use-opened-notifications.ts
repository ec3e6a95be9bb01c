import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isOpenedNotification } from '../../lib/push-messages';

/** Opens the pages of push notifications in this tab, without a load, so that unsaved forms can ask first. */
export function useOpenedNotifications(): void {
  const router = useRouter();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return;
    const open = ({ data, ports }: MessageEvent) => {
      if (!isOpenedNotification(data)) return;
      ports[0]?.postMessage(true);
      router.history.push(data.url);
    };
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener('message', open);
    return () => {
      serviceWorker.removeEventListener('message', open);
    };
  }, [router]);
}
