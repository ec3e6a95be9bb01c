import { useEffect, useState } from 'react';
import { useUrlFragment } from './use-url-fragment';

const KEY = 'hub-setup-token';

/** Storage may be blocked; a reload then needs the full link again. */
function tryStorage<T>(action: (storage: Storage) => T): T | null {
  try {
    return action(sessionStorage);
  } catch {
    return null;
  }
}

/** For a token that was used or is no longer valid. */
export function forgetSetupToken(): void {
  tryStorage((storage) => {
    storage.removeItem(KEY);
  });
}

/**
 * The token of the link, which the URL no longer has after opening. This tab keeps it until it is used, so that the
 * page can be reloaded.
 */
export function useSetupToken(): string | null {
  const token = useUrlFragment().get('token');
  const [stored] = useState(() => tryStorage((storage) => storage.getItem(KEY)));
  useEffect(() => {
    if (token)
      tryStorage((storage) => {
        storage.setItem(KEY, token);
      });
  }, [token]);
  return token ?? stored;
}
