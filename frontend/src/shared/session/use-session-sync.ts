import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionEnded } from '../../api/client';
import { onTokenChangedElsewhere } from '../../api/token';
import { meQuery } from './session';

/** Follows what other tabs and the server say about the session. */
export function useSessionSync(): void {
  const queryClient = useQueryClient();

  useEffect(
    () =>
      onSessionEnded(() => {
        queryClient.setQueryData(meQuery.queryKey, null);
      }),
    [queryClient],
  );

  useEffect(
    () =>
      onTokenChangedElsewhere(() => {
        // Everything on screen may look different to the new person, so everything is asked again.
        void queryClient.invalidateQueries();
      }),
    [queryClient],
  );
}
