import { listFiles } from './build';
import { keepFiles } from './files';

const CACHE = 'hub-shell';
const ADDRESS = '/offline';
/** The shell contains the name, logo and color of the hub. */
const MAX_AGE_MS = 3600_000;
const SCRIPT = /<script [^>]*src="([^"]+)"/;
const LANGUAGE = /<html lang="([^"]+)"/;

export const readShell = async (): Promise<Response | undefined> => (await caches.open(CACHE)).match(ADDRESS);

/**
 * Keeps the page without content, as guests get it, and its files.
 * @throws where the server has another version, whose files this worker does not know
 */
async function keepShell(event: ExtendableEvent, language: string): Promise<void> {
  const response = await fetch(`${ADDRESS}?lang=${language}`, { credentials: 'omit', cache: 'no-store' });
  const script = SCRIPT.exec(await response.clone().text())?.[1] ?? '';
  if (!response.ok || !listFiles(language).includes(script)) throw new Error(`Not of this version: ${script}`);
  await keepFiles(event, language);
  await (await caches.open(CACHE)).put(ADDRESS, response);
}

async function isFresh(shell: Response, language: string): Promise<boolean> {
  // False where the date is unknown.
  const isYoung = Date.now() - Date.parse(shell.headers.get('Date') ?? '') < MAX_AGE_MS;
  return isYoung && LANGUAGE.exec(await shell.text())?.[1] === language;
}

/** Keeps the shell in the language of the page that was opened last; looks for changed settings once an hour. */
export async function refreshShell(event: ExtendableEvent, language: string): Promise<void> {
  const kept = await readShell();
  if (kept && (await isFresh(kept, language))) return;
  // The former one stays.
  await keepShell(event, language).catch(() => undefined);
}

/** Replaces the shell of the former version. The first version keeps one when a page has told its language. */
export async function replaceShell(event: ExtendableEvent): Promise<void> {
  const kept = await readShell();
  const language = kept && LANGUAGE.exec(await kept.text())?.[1];
  if (language) await keepShell(event, language);
}
