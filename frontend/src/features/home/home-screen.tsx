import { type Icon, IconArrowRight, IconBook2, IconSearch, IconVideo } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page';
import { home as text } from '../../messages/home';
import { ChunkLoadError } from '../../shared/errors/load-error';
import { useSession } from '../../shared/session/session';
import { LazyBoundary } from '../../ui/lazy';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { HeroSearch } from './hero-search';
import { BookmarkedContent, MemberTop } from './home-parts';
import { HomeCategories, RecentDocuments, RecentVideos } from './home-sections';
import { homeQuery } from './queries';
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
  { icon: IconVideo, title: text.videosTitle, text: text.videosText, link: text.videosLink, to: '/videos' },
  { icon: IconSearch, title: text.searchTitle, text: text.searchText, link: text.searchLink, to: '/search' },
];

function GuestWelcome() {
  return (
    <section className={classes.hero}>
      <div className={classes.heroTop}>
        <div>
          <h1 tabIndex={-1} className={classes.heroTitle}>
            {text.guestTitle}
          </h1>
          <p className={classes.heroDescription}>{text.guestLead}</p>
        </div>
        <HeroSearch />
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

interface HomeScreenProps {
  /** The latest threads, which belong to the forum. */
  threads: ReactNode;
}

export function HomeScreen({ threads }: HomeScreenProps) {
  const { user } = useSession();
  const { data: home } = useSuspenseQuery(homeQuery);
  usePageTitle();
  const isEmpty = home.recent_documents.length === 0 && home.recent_videos.length === 0;
  return (
    <div className={classes.screen}>
      {user ? (
        <LazyBoundary fallback={<div className={classes.welcomeSlot} />} errorFallback={<ChunkLoadError />}>
          <MemberTop user={user} work={home.work} series={home.continue} isNewHub={isEmpty} />
        </LazyBoundary>
      ) : (
        <GuestWelcome />
      )}
      {isEmpty ? (
        <p className={classes.nothing}>{text.nothingPublished}</p>
      ) : (
        <RecentDocuments documents={home.recent_documents} />
      )}
      <RecentVideos videos={home.recent_videos} />
      <LazyBoundary errorFallback={null}>{threads}</LazyBoundary>
      {user && (!isEmpty || home.user_bookmarks.length > 0) && (
        <LazyBoundary>
          <BookmarkedContent items={home.user_bookmarks} total={home.user_stats.bookmarks_count} />
        </LazyBoundary>
      )}
      <HomeCategories categories={home.categories} />
    </div>
  );
}
