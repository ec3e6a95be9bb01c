const PREFIX = 'hub-text/';
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

export interface Kept {
  text: string;
  /** In milliseconds since 1970. */
  typedAt: number;
  /** Which state of a stored text it began from, where there was one. */
  basis?: string;
}

/** Browsers may refuse to store anything; then nothing is kept, and nothing breaks. */
function orElse<T>(otherwise: T, act: () => T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const read = (key: string): Kept | null => JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;

const isOld = (key: string) => Date.now() - (orElse(null, () => read(key))?.typedAt ?? 0) > KEEP_MS;

function forgetOld(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX) && isOld(key)) localStorage.removeItem(key);
}

/** What was typed under this name and never sent, in this browser, within 30 days. */
export function keptText(name: string): Kept | null {
  return orElse(null, () => {
    forgetOld();
    return read(PREFIX + name);
  });
}

/** Whether anything is kept under a name that begins like this. */
export const isAnyKept = (beginning: string): boolean =>
  orElse(false, () => Object.keys(localStorage).some((key) => key.startsWith(PREFIX + beginning)));

/** Keeps a short text that is being typed; an empty one is forgotten. For whole documents there are drafts. */
export function keepText(name: string, text: string, basis?: string): void {
  orElse(undefined, () => {
    if (text.trim() === '') localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify({ text, typedAt: Date.now(), basis } satisfies Kept));
  });
}
