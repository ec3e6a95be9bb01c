const PREFIX = 'hub-text/';
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

export interface PersistedText {
  text: string;
  /** Milliseconds since the epoch. */
  typedAt: number;
  /** The version of the stored text it is based on, if any. */
  baseVersion?: string;
}

/** Browsers may refuse storage; the fallback keeps the app working without persistence. */
function withFallback<T>(fallback: T, operation: () => T): T {
  try {
    return operation();
  } catch {
    return fallback;
  }
}

const read = (key: string): PersistedText | null =>
  JSON.parse(localStorage.getItem(key) ?? 'null') as PersistedText | null;

const isExpired = (key: string) => Date.now() - (withFallback(null, () => read(key))?.typedAt ?? 0) > MAX_AGE_MS;

function removeExpired(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX) && isExpired(key)) localStorage.removeItem(key);
}

/** Reads an unsent text from this browser; texts older than 30 days are ignored. */
export function readPersistedText(name: string): PersistedText | null {
  return withFallback(null, () => {
    removeExpired();
    return read(PREFIX + name);
  });
}

/** Whether a text is stored under a key with this prefix. */
export const hasPersistedText = (keyPrefix: string): boolean =>
  withFallback(false, () => Object.keys(localStorage).some((key) => key.startsWith(PREFIX + keyPrefix)));

/** Stores a short unsent text; an empty one is removed. Documents use the draft store instead. */
export function persistText(name: string, text: string, basis?: string): void {
  withFallback(undefined, () => {
    if (text.trim() === '') localStorage.removeItem(PREFIX + name);
    else
      localStorage.setItem(
        PREFIX + name,
        JSON.stringify({ text, typedAt: Date.now(), baseVersion: basis } satisfies PersistedText),
      );
  });
}
