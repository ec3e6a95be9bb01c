import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { getLoadErrorText, NetworkError } from '../../api/problem';
import { reloadIfReachable } from '../../lib/browser';
import { messages } from '../../messages/common';
import { Button } from '../../ui/button';
import { StateView } from '../../ui/state-view';

interface LoadErrorProps {
  error?: unknown;
  title?: string;
  /** The error replaces the whole screen rather than a section. */
  isPage?: boolean;
  /** Tries again by itself when the connection returns. */
  retriesOnline?: boolean;
  onRetry: () => void;
}

/** The heading of the failed section or the screen, but not the alert's own, which disappears with the button. */
function getHeading(button: HTMLElement): HTMLElement | undefined {
  const alertElement = button.closest('[role="alert"]');
  const places = [button.closest('section'), button.closest('main')];
  const headings = places.flatMap((place) => [
    ...(place?.querySelectorAll<HTMLElement>('h1[tabindex], h2[tabindex]') ?? []),
  ]);
  return headings.find((heading) => !alertElement?.contains(heading));
}

export function LoadError({
  error,
  title = messages.common.loadFailed,
  isPage = false,
  retriesOnline = true,
  onRetry,
}: LoadErrorProps) {
  const again = useRef<HTMLButtonElement>(null);
  const retryOnline = useEffectEvent(onRetry);
  useEffect(() => {
    const retry = () => {
      if (retriesOnline) retryOnline();
    };
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
    };
  }, [retriesOnline]);
  // Retrying removes the button; keyboard users continue here instead of at the top of the page.
  useLayoutEffect(() => {
    const button = again.current;
    return () => {
      if (button && document.activeElement === button) getHeading(button)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <StateView
      isAlert
      level={isPage ? 1 : 2}
      icon={<IconCloudOff size={24} />}
      title={title}
      text={getLoadErrorText(error)}
    >
      <Button ref={again} variant="default" onClick={onRetry}>
        {messages.common.tryAgain}
      </Button>
    </StateView>
  );
}

/** Shown when a chunk could not be loaded; browsers cache the failure, so only a reload helps. */
export function ChunkLoadError({ title, isPage }: { title?: string; isPage?: boolean }) {
  return (
    <LoadError
      isPage={isPage}
      title={title}
      // A reload would lose what is typed elsewhere on the page.
      retriesOnline={false}
      error={new NetworkError(undefined)}
      onRetry={() => void reloadIfReachable()}
    />
  );
}
