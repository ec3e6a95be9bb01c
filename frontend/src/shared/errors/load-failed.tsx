import { IconCloudOff } from '@tabler/icons-react';
import { detailOf, NetworkError } from '../../api/problem';
import { messages } from '../../messages/en';
import { Button } from '../../ui/button';
import { StateView } from '../../ui/state-view';

interface LoadFailedProps {
  error?: unknown;
  title?: string;
  /** The failure is the whole screen, not a part of one. */
  page?: boolean;
  onRetry: () => void;
}

function explain(error: unknown): string | undefined {
  return error instanceof NetworkError ? messages.common.loadFailedOffline : detailOf(error);
}

export function LoadFailed({ error, title = messages.common.loadFailed, page = false, onRetry }: LoadFailedProps) {
  return (
    <StateView alert level={page ? 1 : 2} icon={<IconCloudOff size={24} />} title={title} text={explain(error)}>
      <Button look="default" onClick={onRetry}>
        {messages.common.tryAgain}
      </Button>
    </StateView>
  );
}
