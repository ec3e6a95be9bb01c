import { IconFileText, IconHome, type Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { messages } from '../../messages/en';

interface Destination {
  label: string;
  icon: Icon;
  to: NonNullable<LinkProps['to']>;
  /** Only this very address is "here", not the ones below it. */
  exact?: boolean;
}

/** The header and the bottom bar both read this list: a screen that exists gets its line here. */
export const destinations: readonly Destination[] = [
  { label: messages.nav.home, icon: IconHome, to: '/', exact: true },
  { label: messages.nav.docs, icon: IconFileText, to: '/docs' },
];
