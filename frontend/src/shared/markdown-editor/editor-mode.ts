import { useState, useSyncExternalStore } from 'react';
import { useSession } from '../session/session';

/** Rich shows a text as readers see it, with the marks where the cursor is; Source shows all of its characters. */
export type EditorMode = 'rich' | 'source';

const getKey = (userId: string) => `editor_mode/${userId}`;

const listeners = new Set<() => void>();
/** By keys, for browsers that refuse storage. */
const chosen = new Map<string, EditorMode>();

function read(key: string): EditorMode {
  const known = chosen.get(key);
  if (known) return known;
  try {
    return localStorage.getItem(key) === 'source' ? 'source' : 'rich';
  } catch {
    return 'rich';
  }
}

function choose(key: string, mode: EditorMode): void {
  chosen.set(key, mode);
  try {
    localStorage.setItem(key, mode);
  } catch {
    // The choice holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The mode of all editors, which this browser remembers for each user. */
export function useEditorMode(): { mode: EditorMode; toggleMode: () => void } {
  const { user } = useSession();
  const [userId, setUserId] = useState(user?.id ?? '');
  // The mode stays when a session ends while its user writes.
  if (user && user.id !== userId) setUserId(user.id);
  const key = getKey(userId);
  const mode = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => 'rich' as const,
  );
  const toggleMode = () => {
    choose(key, read(key) === 'rich' ? 'source' : 'rich');
  };
  return { mode, toggleMode };
}
