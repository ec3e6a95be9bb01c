import { useSiteName } from '../../lib/page';
import { useSiteSettings } from '../../lib/site-settings';
import { messages } from '../../messages/common';
import { PathLink } from '../links';
import classes from './shell.module.css';

function PageLink({ href, children }: { href: string; children: string }) {
  if (href.startsWith('/')) return <PathLink href={href}>{children}</PathLink>;
  return (
    <a href={href} rel="noopener">
      {children}
    </a>
  );
}

/** The legal pages, if the hub has some. */
export function Footer() {
  const { imprintLink, privacyLink } = useSiteSettings();
  const siteName = useSiteName();
  if (imprintLink === '' && privacyLink === '') return null;
  return (
    <footer className={classes.footer}>
      <span>{siteName}</span>
      {imprintLink !== '' && <PageLink href={imprintLink}>{messages.nav.imprint}</PageLink>}
      {privacyLink !== '' && <PageLink href={privacyLink}>{messages.nav.privacy}</PageLink>}
    </footer>
  );
}
