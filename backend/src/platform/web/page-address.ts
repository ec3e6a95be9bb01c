/** Characters that need no encoding in an address (RFC 3986, 2.3). */
const UNRESERVED = /^[\w.~-]$/;

/**
 * Finds the one address of each page: without slashes at its end or in a row, without encoded letters, and with the
 * words of its route in their own letter case. Parameters, such as slugs, keep theirs.
 */
export class PageAddresses {
  private readonly patterns: { route: string; path: RegExp }[];

  /** @param routes as Fastify writes them, for example /docs/:id */
  constructor(routes: Iterable<string>) {
    this.patterns = [...routes]
      // Fastify prefers words to parameters, and longer routes, too.
      .toSorted((a, b) => a.split(':').length - b.split(':').length || b.length - a.length)
      .map((route) => ({ route, path: toPattern(route) }));
  }

  /**
   * @param url of a request, with its query
   * @returns the path of the page at its own address; undefined when the URL has that already, or leads to no page
   */
  findCanonicalPath(url: string): string | undefined {
    const path = /^[^?#]*/.exec(url)?.[0] ?? '';
    // Absolute URLs are sent to proxies only.
    if (!path.startsWith('/')) return undefined;
    const plain = `/${path.split('/').filter(Boolean).map(decodeUnreserved).join('/')}`;
    for (const { route, path: pattern } of this.patterns) {
      const parameters = pattern.exec(plain)?.slice(1);
      if (!parameters) continue;
      const canonical = route.replace(/:\w+/g, () => parameters.shift() ?? '');
      return canonical === path ? undefined : canonical;
    }
    return undefined;
  }
}

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll('.', String.raw`\.`).replace(/:\w+/g, '([^/]+)')}$`, 'i');

/** Segments of dots only stay, because browsers resolve them. */
function decodeUnreserved(segment: string): string {
  const decoded = segment.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(character) ? character : code.toUpperCase();
  });
  return /^\.+$/.test(decoded) ? segment : decoded;
}
