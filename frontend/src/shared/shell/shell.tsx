import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MAIN_ID } from '../../lib/page-ids';
import { siteName } from '../../lib/site-name';
import { messages } from '../../messages/en';
import { DialogHost } from '../../ui/dialogs/dialog-host';
import { Logo } from '../../ui/logo';
import { ToastHost } from '../../ui/toast/toast-host';
import { AccountMenu } from './account';
import { navigationItems } from './navigation';
import { PaletteHost, type LoadPalette } from './palette-host';
import classes from './shell.module.css';
import { useFocusAfterNavigation } from './use-focus-after-navigation';

function HeaderLinks() {
  return (
    <nav aria-label={messages.nav.main} className={classes.links}>
      {navigationItems.map(({ to, label, isExact, hint }) => (
        <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }} className={classes.link}>
          {label}
          {hint && (
            <kbd aria-hidden="true" className={classes.hint}>
              {hint}
            </kbd>
          )}
        </Link>
      ))}
    </nav>
  );
}

function BottomBar() {
  return (
    <nav aria-label={messages.nav.main} className={classes.bottomBar}>
      {navigationItems.map(({ to, label, icon: Icon, isExact }) => (
        <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }} className={classes.bottomLink}>
          <Icon size={22} stroke={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface ShellProps {
  /** Rendered for signed-in users. */
  bell: (userId: string) => ReactNode;
  palette: LoadPalette;
  children: ReactNode;
}

/** The frame of all screens. */
export function Shell({ bell, palette, children }: ShellProps) {
  useFocusAfterNavigation();
  return (
    <>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {messages.app.skipToContent}
      </a>
      <header className={classes.header}>
        <div className={classes.headerRow}>
          <Link to="/" className={classes.brand}>
            <Logo />
            <span className={classes.siteName}>{siteName}</span>
          </Link>
          <HeaderLinks />
          <div className={classes.account}>
            <AccountMenu bell={bell} />
          </div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <BottomBar />
      <PaletteHost load={palette} />
      <DialogHost />
      <ToastHost />
    </>
  );
}
