/** Ids used on every page. `index.html` has the first one, and the server writes the second. */
export const ROOT_ID = 'root';
export const PRELOAD_ID = 'preload';
export const MAIN_ID = 'hub-main';
/** The id of the generated heading of footnotes; references to them name it by aria-describedby. */
export const FOOTNOTES_ID = 'footnote-label';

/** The page to sign in, and the name of its parameter with the path that a sign-in leads to. */
export const SIGN_IN_PATH = '/login';
export const RETURN_PARAMETER = 'next';

const alwaysPublicPages: ReadonlySet<string> = new Set([
  SIGN_IN_PATH,
  // Callbacks of a sign-in at an issuer.
  '/profile',
  '/auth/callback',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/invitation',
  '/setup',
  '/offline',
]);

/** The address of a share link, which has a right of its own. */
const SHARED_PAGE = /^\/s\/[^/]+$/;

/** Whether guests of a private hub can open a page. All others lead to the sign-in page, also those added later. */
export const isAlwaysPublicPage = (path: string): boolean => alwaysPublicPages.has(path) || SHARED_PAGE.test(path);

/** @param path of a page, with its query */
export const toSignInPath = (path: string): string =>
  path === '/' ? SIGN_IN_PATH : `${SIGN_IN_PATH}?${RETURN_PARAMETER}=${encodeURIComponent(path)}`;

/** The title of a document of the browser: "Getting started · Knowledge Hub". */
export const formatPageTitle = (page: string, site: string): string => `${page} · ${site}`;
