import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  useMantineColorScheme,
} from '@mantine/core';
import { useHydrated } from '@tanstack/react-router';
import { type Icon, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { messages } from '../../messages/common';
import { isServer } from '../../lib/is-server';
import { readPageMeta } from '../../lib/page-meta';
import { IconButton } from '../../ui/button';

const COOKIE = 'color_scheme';
const YEAR_S = 365 * 24 * 60 * 60;

/** The server writes the cookie's scheme into the page, so that an explicit choice applies before any script runs. */
function storeCookie(scheme: MantineColorScheme): void {
  if (isServer) return;
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

/** Prints in light colors, because paper is white and browsers print no backgrounds. */
export function printInLightColors(): void {
  const { dataset } = document.documentElement;
  let scheme: string | undefined;
  window.addEventListener('beforeprint', () => {
    scheme = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (scheme) dataset['mantineColorScheme'] = scheme;
  });
}

type ColorScheme = 'light' | 'dark' | 'auto';

export const colorSchemeOptions: readonly { scheme: ColorScheme; label: string; icon: Icon }[] = [
  { scheme: 'light', label: messages.theme.light, icon: IconSun },
  { scheme: 'dark', label: messages.theme.dark, icon: IconMoon },
  { scheme: 'auto', label: messages.theme.system, icon: IconDeviceDesktop },
];

/** The scheme that the server knew when it rendered the page. */
function readPageScheme(): ColorScheme {
  const scheme = readPageMeta('color-scheme');
  return scheme === 'light' || scheme === 'dark' ? scheme : 'auto';
}

export function useColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { scheme: useHydrated() ? colorScheme : readPageScheme(), choose: setColorScheme };
}

/** The color scheme toggle of guests, who have no menu: each press selects the next of light, dark and system. */
export function ThemeButton() {
  const { scheme, choose } = useColorScheme();
  const index = colorSchemeOptions.findIndex((choice) => choice.scheme === scheme);
  const current = colorSchemeOptions[index];
  const next = colorSchemeOptions[(index + 1) % colorSchemeOptions.length];
  if (!current || !next) return null;
  return (
    <IconButton
      aria-label={messages.theme.switchTo({ current: current.label, next: next.label })}
      onClick={() => {
        choose(next.scheme);
      }}
    >
      <current.icon size={18} aria-hidden="true" />
    </IconButton>
  );
}
