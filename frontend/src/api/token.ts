import { isServer } from '../lib/is-server';

const KEY = 'session_token';

export function readToken(): string | null {
  // The server renders pages of guests only.
  return isServer ? null : localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function removeToken(): void {
  localStorage.removeItem(KEY);
}

/** Calls the listener on a sign-in or sign-out in another tab; browsers do not fire this event in the acting tab. */
export function onTokenChangedElsewhere(listener: () => void): () => void {
  const handle = (event: StorageEvent) => {
    // `key` is null when the whole storage was cleared.
    if (event.key === KEY || event.key === null) listener();
  };
  window.addEventListener('storage', handle);
  return () => {
    window.removeEventListener('storage', handle);
  };
}
