import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onSessionEnded } from '../../api/client';
import { onTokenChangedElsewhere } from '../../api/token';
import { currentUserQuery } from './session';

/** Syncs the session with other tabs and with responses of the server. */
export function useSessionSync(): void {
  const queryClient = useQueryClient();

  useEffect(
    () =>
      onSessionEnded(() => {
        queryClient.setQueryData(currentUserQuery.queryKey, null);
      }),
    [queryClient],
  );

  useEffect(
    () =>
      onTokenChangedElsewhere(() => {
        // Every response may differ for the new user, so all queries are refetched.
        void queryClient.invalidateQueries();
      }),
    [queryClient],
  );
}
