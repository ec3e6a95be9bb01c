import { localStorageColorSchemeManager, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';

const COOKIE = 'color_scheme';
const YEAR_S = 365 * 24 * 60 * 60;

/** The server writes the cookie's scheme into the page, so that an explicit choice applies before any script runs. */
function storeCookie(scheme: MantineColorScheme): void {
  const maxAge = scheme === 'auto' ? 0 : YEAR_S;
  document.cookie = `${COOKIE}=${scheme}; path=/; max-age=${maxAge}; samesite=lax`;
}

const stored = localStorageColorSchemeManager();

/** Stores the selected color scheme in the browser; other tabs follow. */
export const colorSchemeManager: MantineColorSchemeManager = {
  ...stored,
  get: (otherwise) => {
    const scheme = stored.get(otherwise);
    storeCookie(scheme);
    return scheme;
  },
  set: (scheme) => {
    stored.set(scheme);
    storeCookie(scheme);
  },
};
