import { IconCloudOff } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { messages } from '../../messages/en';
import { Button } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import { loadFailureText } from './failure-text';

interface LoadFailedProps {
  error?: unknown;
  title?: string;
  /** The failure is the whole screen, not a part of one. */
  page?: boolean;
  onRetry: () => void;
}

/** The heading of what failed, or of the screen; not that of the failure, which goes with its button. */
function headingFor(button: HTMLElement): HTMLElement | undefined {
  const failure = button.closest('[role="alert"]');
  const places = [button.closest('section'), button.closest('main')];
  const headings = places.flatMap((place) => [
    ...(place?.querySelectorAll<HTMLElement>('h1[tabindex], h2[tabindex]') ?? []),
  ]);
  return headings.find((heading) => !failure?.contains(heading));
}

export function LoadFailed({ error, title = messages.common.loadFailed, page = false, onRetry }: LoadFailedProps) {
  const again = useRef<HTMLButtonElement>(null);
  // Trying again takes the button away. By keyboard one goes on here then, not at the top of the page.
  useLayoutEffect(() => {
    const button = again.current;
    return () => {
      if (button && document.activeElement === button) headingFor(button)?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <StateView alert level={page ? 1 : 2} icon={<IconCloudOff size={24} />} title={title} text={loadFailureText(error)}>
      <Button ref={again} look="default" onClick={onRetry}>
        {messages.common.tryAgain}
      </Button>
    </StateView>
  );
}
