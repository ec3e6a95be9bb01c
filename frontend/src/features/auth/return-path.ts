const KEY = 'sign-in-return-path';

/** Where a sign-in at a provider, which leaves the app, leads back to. Without a path, to the home page. */
export function storeReturnPath(path: string | undefined): void {
  if (path === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, path);
}

export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? '/';
  sessionStorage.removeItem(KEY);
  return path;
}
