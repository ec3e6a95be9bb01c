// The cases of analytics: the screen of administrators, and what recording a view costs the reader.

/** @typedef {import('./cases.mjs').Case} Case */

let readers = 0;

/** Another address for each request, so that each is a new view. */
function createAddress() {
  const n = ++readers;
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** @param {string} name @param {string} path @returns {Case} */
const screen = (name, path) => ({
  name: `analytics, ${name}`,
  requests: [{ path: `/api/analytics/${path}` }],
  bare: [{ path: '/list' }],
  signedIn: true,
  p99: 200,
});

/**
 * @param {string[]} slugs of documents
 * @returns {Case[]}
 */
export function analyticsCases(slugs) {
  const read = (/** @type {Record<string, string>} */ headers) =>
    slugs.map((slug) => ({
      path: `/api/documents/${slug}`,
      createHeaders: () => ({ 'x-forwarded-for': createAddress(), ...headers }),
    }));
  return [
    screen('overview', 'overview'),
    screen('a year by day', 'series?range=365d'),
    screen('a year by month', 'series?range=365d&interval=month'),
    screen('top content of a year', 'top-content?range=365d'),
    screen('insights', 'insights'),
    screen('activity', 'activity'),
    screen('changes', 'activity?filter=changes'),
    {
      // Requests that announce a prefetch are answered alike and count no view.
      name: 'analytics, a document by a new reader against one that is not counted',
      requests: read({}),
      bare: read({ purpose: 'prefetch' }),
      againstHub: true,
      fresh: true,
      goal: 0.95,
    },
  ];
}
