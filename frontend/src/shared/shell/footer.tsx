import { useLocation } from '@tanstack/react-router';
import { languages } from '@hub/shared/languages';
import { language } from '../../lib/language';
import { nameLanguage } from '../../lib/language-names';
import { useSiteName } from '../../lib/page';
import { useSiteSettings } from '../../lib/site-settings';
import { messages } from '../../messages/common';
import { PathLink } from '../links';
import { useSession } from '../session/session';
import classes from './shell.module.css';

function PageLink({ href, children }: { href: string; children: string }) {
  if (href.startsWith('/')) return <PathLink href={href}>{children}</PathLink>;
  return (
    <a href={href} rel="noopener">
      {children}
    </a>
  );
}

/** Links to the same page in each language, which the server then keeps. They work without scripts. */
function LanguageLinks() {
  const { pathname, searchStr } = useLocation();
  return (
    <nav aria-label={messages.nav.language} className={classes.languages}>
      {languages.map((each) => (
        <a
          key={each}
          href={`${pathname}${searchStr}${searchStr ? '&' : '?'}lang=${each}`}
          lang={each}
          hrefLang={each}
          aria-current={each === language || undefined}
          // The server does not know the fragment.
          onClick={({ currentTarget }) => {
            currentTarget.hash = window.location.hash;
          }}
        >
          {nameLanguage(each)}
        </a>
      ))}
    </nav>
  );
}

/** The legal pages, if the hub has some, and the languages for guests; members have a setting. */
export function Footer() {
  const { imprintLink, privacyLink } = useSiteSettings();
  const { state } = useSession();
  const siteName = useSiteName();
  const isGuest = state === 'guest';
  if (imprintLink === '' && privacyLink === '' && !isGuest) return null;
  return (
    <footer className={classes.footer}>
      <span>{siteName}</span>
      {imprintLink !== '' && <PageLink href={imprintLink}>{messages.nav.imprint}</PageLink>}
      {privacyLink !== '' && <PageLink href={privacyLink}>{messages.nav.privacy}</PageLink>}
      {isGuest && <LanguageLinks />}
    </footer>
  );
}
