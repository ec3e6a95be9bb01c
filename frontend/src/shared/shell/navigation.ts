import { IconFileText, IconHome, IconSearch, type Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { messages } from '../../messages/en';
import { PALETTE_SHORTCUT } from './palette-shortcut';

interface NavigationItem {
  label: string;
  icon: Icon;
  to: NonNullable<LinkProps['to']>;
  /** Only this exact path is active, not the paths below it. */
  isExact?: boolean;
  /** The shortcut of the palette, shown with its link. */
  hint?: string;
}

/** The items of the header and the bottom bar. */
export const navigationItems: readonly NavigationItem[] = [
  { label: messages.nav.home, icon: IconHome, to: '/', isExact: true },
  { label: messages.nav.docs, icon: IconFileText, to: '/docs' },
  { label: messages.nav.search, icon: IconSearch, to: '/search', hint: PALETTE_SHORTCUT },
];
