import { expect } from '@jest/globals';
import type { SendRequest } from './http.js';
import { operations } from './openapi.js';
import type { TestApp } from './test-app.js';

/** What the requests are about. */
export interface CanaryScope {
  kind: 'document' | 'video' | 'thread';
  /** words that appear only in restricted content */
  canaries: string[];
  /** ids and slugs of everything, and those of the items alone */
  ids: string[];
  items: string[];
  categoryId: string;
  authorId: string;
  /** beginnings of the paths of other kinds, which get one of the ids */
  unrelated: string[];
  /** paths of the frontend */
  pages: string[];
}

/** What programs read, such as feeds. */
const machinePages = [
  '/feed.xml',
  '/llms.txt',
  '/sitemap.xml',
  ...['documents', 'threads', 'videos'].map((kind) => `/sitemaps/${kind}/${new Date().toISOString().slice(0, 7)}.xml`),
];

/** The stream does not end, and contains counts only. */
const endless = new Set(['streamNotifications']);

/** Prefixes of the words, since responses may repeat the query. */
const begun = ({ canaries }: CanaryScope) => canaries.map((word) => word.slice(0, 7));
const mistyped = ({ canaries }: CanaryScope) => canaries.map((word) => word.replace(/(.)(.)ord$/, '$2$1ord'));

function* pathsOf(path: string, scope: CanaryScope): Generator<string> {
  if (!path.includes('{')) {
    yield path;
    for (const word of begun(scope)) yield `${path}?q=${word}`;
    for (const filter of [
      'status=DRAFT',
      'status=PUBLISHED',
      'sort=views',
      'sort=updated',
      `category_id=${scope.categoryId}`,
      `author_id=${scope.authorId}`,
      'difficulty=BEGINNER',
      'page=2&limit=2',
      `content_type=${scope.kind}`,
    ])
      yield `${path}?${filter}`;
    return;
  }
  const ids = path.includes('{content_id}') ? scope.items : scope.ids;
  for (const id of scope.unrelated.some((start) => path.startsWith(start)) ? ids.slice(0, 1) : ids)
    yield path
      .replace(/\{(id|content_id)\}/, encodeURIComponent(id))
      .replace('{content_type}', scope.kind)
      .replace('{version}', '1')
      .replace('{playlist}', '480.m3u8')
      .replace('{permission}', 'content.create')
      .replace(/\{\w+\}/g, 'x');
}

const searches = (scope: CanaryScope) =>
  [...begun(scope), ...mistyped(scope), 'title', 'heading', 'comment', 'text', 'tag'].flatMap((query) => [
    { query },
    { query, content_type: 'all' },
    { query, category_id: scope.categoryId },
  ]);

/** The requests of a user, and those whose responses contain a word of restricted content. */
class Walk {
  requestCount = 0;
  private readonly found: { operation: string; what: string; words: string[] }[] = [];

  constructor(private readonly canaries: readonly string[]) {}

  check(operation: string, what: string, response: { status: number; text: string; headers: object }): void {
    this.requestCount++;
    expect({ operation, what, failed: response.status >= 500 }).toEqual({ operation, what, failed: false });
    const received = (response.text + JSON.stringify({ ...response.headers, link: '' })).toLowerCase();
    const words = this.canaries.filter((word) => received.includes(word));
    if (words.length > 0) this.found.push({ operation, what, words });
  }

  /** The requests whose responses contain one of the words. */
  leaksOf(...words: string[]): string[] {
    return this.found
      .filter((leak) => leak.words.some((word) => words.includes(word)))
      .map(({ operation, what }) => `${operation} ${what}`);
  }

  /** The operations among them. */
  operationsWith(...words: string[]): string[] {
    return [...new Set(this.leaksOf(...words).map((leak) => leak.split(' ')[0]!))];
  }
}

/**
 * Removes the address of a page from it, and that of its data in the API: a page repeats both, and the requester knows
 * them. The last segment alone, such as the slug of a hidden document, stays.
 */
function withoutAddress(page: string, url: string): string {
  if (!/^\/\w+\/./.test(url)) return page;
  const addresses = [url, encodeURIComponent(url), url.replace(/^\/docs\//, '/documents/')];
  return addresses.reduce((text, address) => text.replaceAll(address, ''), page);
}

/** Sends every GET request, page and search of a user. */
async function walkAs(
  hub: TestApp,
  { request, token }: { request: SendRequest; token?: string },
  scope: CanaryScope,
): Promise<Walk> {
  const walk = new Walk(scope.canaries);
  for (const { path, operationId, isPublic } of operations.filter(
    (operation) => operation.method === 'GET' && !endless.has(operation.operationId),
  )) {
    let isFirst = true;
    for (const one of pathsOf(path, scope)) {
      const response = await request('GET', one);
      walk.check(operationId, one, response);
      // Refused to the role, whatever is asked for: the first item is one that most may not see, which would be 404.
      if (isFirst && !isPublic && (response.status === 401 || response.status === 403)) break;
      isFirst = false;
    }
  }
  // Pages contain preloaded data for users with the cookie.
  const headers = token ? { cookie: `session_token=${token}` } : {};
  for (const url of [...scope.pages, ...machinePages]) {
    const { statusCode: status, body: text, headers: received } = await hub.app.inject({ method: 'GET', url, headers });
    walk.check('page', url, { status, text: withoutAddress(text, url), headers: received });
  }
  for (const body of [...searches(scope), { category_id: scope.categoryId }])
    walk.check('search', JSON.stringify(body), await request('POST', '/search', { body }));
  return walk;
}

/** Walks once as each user, when a test first asks for it. */
export function walksOf(
  hub: () => TestApp,
  scope: () => CanaryScope,
  more?: (walk: Walk, user: { request: SendRequest }) => Promise<void>,
): (user: { request: SendRequest; token?: string }) => Promise<Walk> {
  const walks = new Map<object, Promise<Walk>>();
  return (user) => {
    const known = walks.get(user);
    if (known) return known;
    const walk = walkAs(hub(), user, scope()).then(async (done) => {
      await more?.(done, user);
      return done;
    });
    walks.set(user, walk);
    return walk;
  };
}
