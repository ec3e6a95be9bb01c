import { expect } from '@jest/globals';
import pLimit from 'p-limit';
import type { SendRequest } from './http.js';
import { type Operation, operations, resolveSchema } from './openapi.js';
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
  /** by beginnings of paths, the ids that they get instead of all */
  idsOf?: Record<string, string[]>;
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

const CONCURRENCY = 8;

/** The stream does not end, and contains counts only. */
const endless = new Set(['streamNotifications']);

/** Prefixes of the words, since responses may repeat the query. */
const begun = ({ canaries }: CanaryScope) => canaries.map((word) => word.slice(0, 7));
const mistyped = ({ canaries }: CanaryScope) => canaries.map((word) => word.replace(/(.)(.)ord$/, '$2$1ord'));

const ownPaths = { document: '/documents/', video: '/videos/', thread: '/forum/threads/' };

/** The ids for an operation: those of the items alone for what is about items, where others are missing anyway. */
function idsFor(path: string, scope: CanaryScope): readonly string[] {
  const { ids, items, kind, unrelated, idsOf = {} } = scope;
  const start = Object.keys(idsOf).find((one) => path.startsWith(one));
  if (start) return idsOf[start]!;
  if (path.startsWith(ownPaths[kind]) || /\{(content_)?type\}/.test(path)) return items;
  return unrelated.some((one) => path.startsWith(one)) ? ids.slice(0, 1) : ids;
}

/** The values that a parameter of a query gets: all of an enumeration, and what finds the restricted content. */
function valuesOf(
  name: string,
  schema: { enum?: string[]; type?: string; format?: string },
  scope: CanaryScope,
): string[] {
  if (schema.enum) return schema.enum;
  if (name === 'q' || name === 'title') return begun(scope);
  // Of links in texts.
  if (name === 'address')
    return scope.items.flatMap((id) => ['docs', 'videos', 'community/thread'].map((place) => `/${place}/${id}`));
  if (name === 'page') return ['2&limit=2'];
  if (name.endsWith('category_id')) return [scope.categoryId];
  if (name === 'author_id') return [scope.authorId];
  if (schema.type === 'boolean') return ['true'];
  return schema.format === 'uuid' ? scope.ids.slice(0, 1) : [];
}

const queriesOf = ({ described }: Operation, scope: CanaryScope): string[] =>
  (described.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => valuesOf(name, resolveSchema(schema), scope).map((value) => `?${name}=${value}`));

/** Without a query for each id, and with each query for the first. */
function pathsOf(operation: Operation, scope: CanaryScope): string[] {
  const paths = (operation.path.includes('{') ? idsFor(operation.path, scope) : ['']).map((id) =>
    operation.path
      .replace(/\{(id|content_id)\}/, encodeURIComponent(id))
      .replace(/\{(content_)?type\}/, scope.kind)
      .replace('{version}', '1')
      .replace('{playlist}', '480.m3u8')
      .replace('{permission}', 'content.create')
      .replace(/\{\w+\}/g, 'x'),
  );
  return [...paths, ...queriesOf(operation, scope).map((query) => paths[0]! + query)];
}

const searches = (scope: CanaryScope) =>
  [...begun(scope), ...mistyped(scope), 'title', 'heading', 'comment', 'text', 'tag'].flatMap((query) => [
    { query },
    { query, content_type: 'all' },
    { query, category_id: scope.categoryId },
  ]);

const order = new Map(operations.map(({ operationId }, position) => [operationId, position]));
const orderOf = (operation: string): number => order.get(operation) ?? operations.length;

/** The requests of a user, and those whose responses contain a word of restricted content. */
class Walk {
  requestCount = 0;
  private readonly found: { operation: string; what: string; words: string[] }[] = [];

  constructor(private readonly canaries: readonly string[]) {}

  check(operation: string, what: string, response: { status: number; text: string; headers: object }): void {
    this.requestCount++;
    // Where limits of requests are reached, nothing would be found.
    const failed = response.status >= 500 || response.status === 429;
    expect({ operation, what, failed }).toEqual({ operation, what, failed: false });
    const received = (response.text + JSON.stringify({ ...response.headers, link: '' })).toLowerCase();
    const words = this.canaries.filter((word) => received.includes(word));
    if (words.length > 0) this.found.push({ operation, what, words });
  }

  /** The requests whose responses contain one of the words. */
  leaksOf(...words: string[]): string[] {
    return this.found
      .toSorted((a, b) => orderOf(a.operation) - orderOf(b.operation))
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
  const limit = pLimit(CONCURRENCY);
  const read = (operationId: string, path: string) =>
    limit(async () => {
      const response = await request('GET', path);
      walk.check(operationId, path, response);
      return response.status;
    });
  const walkOperation = async (operation: Operation) => {
    const [first = '', ...rest] = pathsOf(operation, scope);
    const status = await read(operation.operationId, first);
    // Refused to the role, whatever is asked for: the first item is one that most may not see, which would be 404.
    if (!operation.isPublic && (status === 401 || status === 403)) return;
    await Promise.all(rest.map((path) => read(operation.operationId, path)));
  };
  // Pages contain preloaded data for users with the cookie.
  const headers = token ? { cookie: `session_token=${token}` } : {};
  const open = async (url: string) => {
    const { statusCode: status, body: text, headers: received } = await hub.app.inject({ method: 'GET', url, headers });
    walk.check('page', url, { status, text: withoutAddress(text, url), headers: received });
  };
  await Promise.all([
    ...operations.filter(({ method, operationId }) => method === 'GET' && !endless.has(operationId)).map(walkOperation),
    ...[...scope.pages, ...machinePages].map((url) => limit(() => open(url))),
  ]);
  // Later, because those without results are listed in the insights.
  await Promise.all(
    [...searches(scope), { category_id: scope.categoryId }].map((body) =>
      limit(async () => walk.check('search', JSON.stringify(body), await request('POST', '/search', { body }))),
    ),
  );
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
