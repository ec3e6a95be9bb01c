import { PRELOAD_ID } from '../lib/page-ids';
import { readToken } from './token';

/** An answer the server already put into the page, so that the first paint needs no request. */
interface PreloadedAnswer {
  /** Path and query below the API address, e.g. `/documents?page=1`. */
  path: string;
  body: unknown;
  total?: number;
}

const USABLE_FOR_MS = 30_000;

const element = document.getElementById(PRELOAD_ID);
const tokenAtStart = readToken();

/**
 * The page was written for whom the cookie names, told by the beginning of their token; requests act as whom the stored
 * token names. A preload for somebody else, or for guests, would show what the next request takes back.
 */
function isForUs(): boolean {
  const token = readToken();
  if (token !== tokenAtStart) return false;
  const holder = element?.dataset['holder'];
  return token === null || (holder !== undefined && token.startsWith(holder));
}

function readPage(): Map<string, PreloadedAnswer> {
  const text = element?.textContent;
  if (!text) return new Map();
  try {
    const answers = JSON.parse(text) as PreloadedAnswer[];
    return new Map(answers.map((answer) => [answer.path, answer]));
  } catch {
    // A broken preload costs a request, never the page.
    return new Map();
  }
}

const answers = readPage();

/** Hands out each preloaded answer once; later calls go to the server. */
export function takePreloaded(path: string): PreloadedAnswer | undefined {
  const answer = answers.get(path);
  answers.delete(path);
  // `performance.now()` counts from the navigation, which is about when the server wrote the page.
  return isForUs() && performance.now() < USABLE_FOR_MS ? answer : undefined;
}

export function hasPreloaded(path: string): boolean {
  return isForUs() && answers.has(path);
}

/** Whoever it was for has signed out. */
export function dropPreloaded(): void {
  answers.clear();
}
