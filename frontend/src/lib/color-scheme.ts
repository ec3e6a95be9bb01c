import { localStorageColorSchemeManager, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';

const COOKIE = 'color_scheme';
const YEAR_S = 365 * 24 * 60 * 60;

/** The server writes what this cookie says into the page, so that a choice against the system's holds before any script runs. */
function tellServer(scheme: MantineColorScheme): void {
  const maxAge = scheme === 'auto' ? 0 : YEAR_S;
  document.cookie = `${COOKIE}=${scheme}; path=/; max-age=${maxAge}; samesite=lax`;
}

const stored = localStorageColorSchemeManager();

/** Keeps the chosen appearance in this browser; other tabs follow. */
export const colorSchemeManager: MantineColorSchemeManager = {
  ...stored,
  get: (otherwise) => {
    const scheme = stored.get(otherwise);
    tellServer(scheme);
    return scheme;
  },
  set: (scheme) => {
    stored.set(scheme);
    tellServer(scheme);
  },
};
