import { IconCloudOff } from '@tabler/icons-react';
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

export function LoadFailed({ error, title = messages.common.loadFailed, page = false, onRetry }: LoadFailedProps) {
  return (
    <StateView alert level={page ? 1 : 2} icon={<IconCloudOff size={24} />} title={title} text={loadFailureText(error)}>
      <Button look="default" onClick={onRetry}>
        {messages.common.tryAgain}
      </Button>
    </StateView>
  );
}
