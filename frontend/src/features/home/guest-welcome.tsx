import { IconArrowRight, IconBook2, IconSearch, type Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { home as text } from '../../messages/en-home';
import { VisuallyHidden } from '../../ui/visually-hidden';
import classes from './home.module.css';

interface Feature {
  icon: Icon;
  title: string;
  text: string;
  link: string;
  to: NonNullable<LinkProps['to']>;
}

/** One card per feature available to guests. */
const features: readonly Feature[] = [
  { icon: IconBook2, title: text.docsTitle, text: text.docsText, link: text.docsLink, to: '/docs' },
  { icon: IconSearch, title: text.searchTitle, text: text.searchText, link: text.searchLink, to: '/search' },
];

export function GuestWelcome() {
  return (
    <section className={classes.hero}>
      <div>
        <h1 tabIndex={-1} className={classes.heroTitle}>
          {text.guestTitle}
        </h1>
        <p className={classes.heroDescription}>{text.guestLead}</p>
      </div>
      <div className={classes.features}>
        <VisuallyHidden>
          <h2>{text.features}</h2>
        </VisuallyHidden>
        {features.map(({ icon: Icon, title, text: about, link, to }) => (
          <Link key={title} to={to} className={classes.feature}>
            <span className={classes.featureIcon}>
              <Icon size={22} stroke={1.75} aria-hidden="true" />
            </span>
            <span className={classes.featureTitle}>{title}</span>
            <span className={classes.featureText}>{about}</span>
            <span className={classes.featureLink}>
              {link}
              <IconArrowRight size={16} aria-hidden="true" />
            </span>
          </Link>
        ))}
      </div>
    </section>
  );
}
