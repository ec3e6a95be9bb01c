import { useEffect, useEffectEvent } from 'react';
import { formatDateTime } from '@hub/shared/formats';
import { messages } from '../../messages/common';
import { offline } from '../../messages/offline';
import { Button } from '../../ui/button';
import { useActionMutation } from '../use-action-mutation';
import classes from './kept-notice.module.css';

interface KeptNoticeProps {
  keptAt: string;
  /** Gets the server's version. */
  refresh: () => Promise<{ isError: boolean }>;
}

/** Above a document that the browser has kept. The server's version takes its place once there is a connection. */
export default function KeptNotice({ keptAt, refresh }: KeptNoticeProps) {
  const retry = useActionMutation({
    mutationFn: refresh,
    onSuccess: ({ isError }) => {
      // The button is gone.
      if (!isError) document.querySelector<HTMLElement>('main h1')?.focus();
    },
  });
  const handleOnline = useEffectEvent(() => void refresh());
  useEffect(() => {
    const listener = () => {
      handleOnline();
    };
    // There may be one again already.
    if (navigator.onLine) handleOnline();
    window.addEventListener('online', listener);
    return () => {
      window.removeEventListener('online', listener);
    };
  }, []);
  return (
    <div className={classes.notice}>
      <p role="status" className={classes.text}>
        {offline.kept(formatDateTime(keptAt))}
      </p>
      <Button
        variant="default"
        size="sm"
        isLoading={retry.isPending}
        onClick={() => {
          retry.mutate();
        }}
      >
        {messages.common.tryAgain}
      </Button>
    </div>
  );
}
