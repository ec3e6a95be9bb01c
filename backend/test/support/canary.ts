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
  for (const id of path.includes('{content_id}') ? scope.items : scope.ids)
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

/** Sends every GET request, page and search of a user. @returns those whose responses contain one of the words */
export async function findLeaks(
  hub: TestApp,
  { request, token }: { request: SendRequest; token?: string },
  words: string[],
  scope: CanaryScope,
): Promise<{ requestCount: number; leaks: string[] }> {
  const leaks: string[] = [];
  let requestCount = 0;
  const check = (what: string, response: { status: number; text: string; headers: object }) => {
    requestCount++;
    expect({ what, failed: response.status >= 500 }).toEqual({ what, failed: false });
    const received = (response.text + JSON.stringify({ ...response.headers, link: '' })).toLowerCase();
    if (words.some((word) => received.includes(word))) leaks.push(what);
  };
  for (const { path, operationId } of operations.filter(
    (operation) => operation.method === 'GET' && !endless.has(operation.operationId),
  )) {
    for (const one of pathsOf(path, scope)) check(`${operationId} ${one}`, await request('GET', one));
  }
  // Pages contain preloaded data for users with the cookie.
  for (const page of [...scope.pages, ...machinePages]) {
    const {
      statusCode: status,
      body: text,
      headers,
    } = await hub.app.inject({ method: 'GET', url: page, headers: token ? { cookie: `session_token=${token}` } : {} });
    check(`page ${page}`, { status, text, headers });
  }
  for (const body of [...searches(scope), { category_id: scope.categoryId }])
    check(`search ${JSON.stringify(body)}`, await request('POST', '/search', { body }));
  return { requestCount, leaks };
}
