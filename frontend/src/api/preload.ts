/** An answer the server already put into the page, so that the first paint needs no request. */
interface PreloadedAnswer {
  /** Path and query below the API address, e.g. `/documents?page=1`. */
  path: string;
  body: unknown;
  total?: number;
}

const USABLE_FOR_MS = 30_000;

function readPage(): Map<string, PreloadedAnswer> {
  const text = document.getElementById('preload')?.textContent;
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
  return performance.now() < USABLE_FOR_MS ? answer : undefined;
}

export function hasPreloaded(path: string): boolean {
  return answers.has(path);
}
