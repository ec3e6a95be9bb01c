import { IconFileText, IconHome, IconSearch, type Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import { PALETTE_KEYS } from './palette-keys';

interface Destination {
  label: string;
  icon: Icon;
  to: NonNullable<LinkProps['to']>;
  /** Only this very address is "here", not the ones below it. */
  exact?: boolean;
  /** Opens the palette from anywhere, so it is told where people look for it. */
  hint?: string;
}

/** The header and the bottom bar both read this list: a screen that exists gets its line here. */
export const destinations: readonly Destination[] = [
  { label: messages.nav.home, icon: IconHome, to: '/', exact: true },
  { label: messages.nav.docs, icon: IconFileText, to: '/docs' },
  { label: messages.nav.search, icon: IconSearch, to: '/search', hint: PALETTE_KEYS },
];
