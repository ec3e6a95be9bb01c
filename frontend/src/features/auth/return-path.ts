const KEY = 'sign-in-return-path';

/** Where a sign-in at a provider, which leaves the app, leads back to. Without a path, to the home page. */
export function storeReturnPath(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, path);
}

/**
 * The path on this hub that the address of the sign-in page asks to return to; the home page instead of an invalid one.
 * A redirect of the server does not know the fragment, which browsers then add to the address of the sign-in page.
 */
export function toReturnPath(asked: string | undefined): string {
  if (asked === undefined) return '/';
  const { origin, hash } = window.location;
  const url = URL.canParse(asked, origin) ? new URL(asked, origin) : undefined;
  // Two slashes would begin the name of another host.
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + (url.hash || hash);
}

export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? '/';
  sessionStorage.removeItem(KEY);
  return path;
}
