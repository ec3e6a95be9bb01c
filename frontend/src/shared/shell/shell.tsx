import { type Icon, IconFileText, IconHome, IconMessages, IconSearch, IconVideo } from '@tabler/icons-react';
import { Link, type LinkProps, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, useEffect } from 'react';
import { toApiUrl } from '../../api/client';
import { isPlainClick } from '../../lib/browser';
import { useSiteName } from '../../lib/page';
import { MAIN_ID } from '@hub/shared/pages';
import { useSiteSettings } from '../../lib/site-settings';
import { messages } from '../../messages/common';
import { Avatar } from '../../ui/avatar';
import { ButtonLink } from '../../ui/button';
import { DialogHost } from '../../ui/dialogs/dialog-host';
import { LazyBoundary } from '../../ui/lazy';
import { ToastHost } from '../../ui/toast/toast';
import { useIsClosed, useSession } from '../session/session';
import { openSignIn } from '../session/sign-in-request';
import { globalKeys } from '../shortcuts/plain-keys';
import { ShortcutsHost } from '../shortcuts/shortcuts-host';
import { ThemeButton } from './color-scheme';
import { Footer } from './footer';
import { type LoadPalette, openPalette, PaletteHost, usePaletteShortcut } from './palette-host';
import classes from './shell.module.css';

/** Decorative: the hub's name is beside it. */
function Logo() {
  const { logo } = useSiteSettings();
  if (logo !== '') return <img src={toApiUrl(logo)} alt="" className={classes.logo} />;
  return (
    <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M9 8v16M9 16h6l8-8M15 16l8 8"
        fill="none"
        stroke="var(--mantine-primary-color-contrast)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

interface NavigationItem {
  label: string;
  icon: Icon;
  to: NonNullable<LinkProps['to']>;
  /** Only this exact path is active, not the paths below it. */
  isExact?: boolean;
}

const contentItems: readonly NavigationItem[] = [
  { label: messages.nav.home, icon: IconHome, to: '/', isExact: true },
  { label: messages.nav.docs, icon: IconFileText, to: '/docs' },
  { label: messages.nav.videos, icon: IconVideo, to: '/videos' },
  { label: messages.nav.community, icon: IconMessages, to: '/community' },
];
/** The header has a search field instead of the last one. */
const bottomItems: readonly NavigationItem[] = [
  ...contentItems,
  { label: messages.nav.search, icon: IconSearch, to: '/search' },
];

/**
 * Moves the focus to the new screen's heading, like a page load, or to the screen's main field; changes of filters and
 * anchors leave it in place.
 */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    // Tracked here, because the router reports no previous location if the first screen is left before it has loaded.
    let previousPathname = router.latestLocation.pathname;
    return router.subscribe('onRendered', ({ toLocation: { pathname } }) => {
      if (pathname === previousPathname) return;
      previousPathname = pathname;
      const first = document.querySelector<HTMLElement>('main [data-first-focus]');
      (first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    });
  }, [router]);
}

const UserMenu = lazy(() => import('./user-menu'));

/** The end of the header: the user menu, or the sign-in link. */
function AccountMenu({ bell }: { bell: (userId: string) => ReactNode }) {
  const { state, user } = useSession();
  if (state === 'loading') return <span className={classes.accountSlot} />;
  if (user) {
    const bellPlace = <span className={classes.bellSlot} />;
    const avatar = <Avatar name={user.name} src={user.avatar_url} />;
    return (
      <>
        <LazyBoundary fallback={bellPlace} errorFallback={bellPlace}>
          {bell(user.id)}
        </LazyBoundary>
        <LazyBoundary fallback={avatar} errorFallback={avatar}>
          <UserMenu user={user} />
        </LazyBoundary>
      </>
    );
  }
  return (
    <>
      <ThemeButton />
      <ButtonLink to="/login" onClick={openSignIn({ reason: 'login' })}>
        {messages.nav.login}
      </ButtonLink>
    </>
  );
}

/** Looks like the search field that it opens; with a modifier key it opens the search screen in a new tab. */
function SearchField() {
  const shortcut = usePaletteShortcut();
  return (
    <Link
      to="/search"
      activeOptions={{ includeSearch: false }}
      aria-keyshortcuts={`${shortcut.keys} ${globalKeys.search}`}
      className={classes.searchField}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        openPalette();
      }}
    >
      <IconSearch size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.searchLabel}>{messages.nav.search}</span>
      <kbd aria-hidden="true" className={classes.hint}>
        {shortcut.shown}
      </kbd>
    </Link>
  );
}

function HeaderLinks() {
  return (
    <nav aria-label={messages.nav.main} className={classes.links}>
      {contentItems.map(({ to, label, isExact }) => (
        <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }} className={classes.link}>
          {label}
        </Link>
      ))}
      <SearchField />
    </nav>
  );
}

function BottomBar() {
  return (
    <nav aria-label={messages.nav.main} data-bottom-bar className={classes.bottomBar}>
      {bottomItems.map(({ to, label, icon: Icon, isExact }) => (
        <Link key={to} to={to} activeOptions={{ exact: isExact, includeSearch: false }} className={classes.bottomLink}>
          <Icon size={22} stroke={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface FrameProps {
  brand: ReactNode;
  links?: ReactNode;
  account: ReactNode;
  children: ReactNode;
  /** After the footer. */
  end?: ReactNode;
}

/** What all pages have around them. */
function Frame({ brand, links, account, children, end }: FrameProps) {
  return (
    <>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {messages.app.skipToContent}
      </a>
      <header className={classes.header}>
        <div className={classes.headerRow}>
          {brand}
          {links}
          <div className={classes.account}>{account}</div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Footer />
      {end}
      <DialogHost />
      <ToastHost />
    </>
  );
}

function Brand() {
  return (
    <>
      <Logo />
      <span className={classes.siteName}>{useSiteName()}</span>
    </>
  );
}

/** The frame of a shared page: the name of the hub, and no way into it but signing in. */
export function GuestShell({ children }: { children: ReactNode }) {
  const { state } = useSession();
  return (
    <Frame
      brand={
        <span className={classes.brand}>
          <Brand />
        </span>
      }
      account={
        <>
          <ThemeButton />
          {state === 'guest' && (
            <ButtonLink to="/login" variant="default">
              {messages.nav.login}
            </ButtonLink>
          )}
        </>
      }
    >
      {children}
    </Frame>
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
  const isClosed = useIsClosed();
  return (
    <Frame
      brand={
        <Link to="/" className={classes.brand}>
          <Brand />
        </Link>
      }
      links={!isClosed && <HeaderLinks />}
      account={isClosed ? <ThemeButton /> : <AccountMenu bell={bell} />}
      end={
        !isClosed && (
          <>
            <BottomBar />
            <PaletteHost load={palette} />
            <ShortcutsHost onSearch={openPalette} />
          </>
        )
      }
    >
      {children}
    </Frame>
  );
}
