import { type Icon, IconEye, IconFileText, IconPlus, IconUserPlus, IconUsers, IconVideo } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { getGetOverviewQueryKey, getOverview } from '../../api/generated/analytics/analytics';
import type { BegunSeriesResponse } from '../../api/generated/model/begunSeriesResponse';
import type { BookmarkItemResponse } from '../../api/generated/model/bookmarkItemResponse';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import type { WorkResponse } from '../../api/generated/model/workResponse';
import { formatDate } from '@hub/shared/formats';
import { abbreviate } from '../../lib/message-format';
import { messages } from '../../messages/common';
import { bookmarks } from '../../messages/bookmarks';
import { documentsList } from '../../messages/documents';
import { home as text } from '../../messages/home';
import { getCategoryColor } from '../../shared/categories/category-color';
import { CategoryIcon } from '../../shared/categories/category-icon';
import { INVITE_PERMISSION } from '../../shared/access/invite';
import { ContentLink, getItemParam } from '../../shared/links';
import { Button, ButtonLink } from '../../ui/button';
import { isolate } from '../../ui/isolate';
import { LazyBoundary } from '../../ui/lazy';
import { SkeletonItem } from '../../ui/skeleton';
import stretched from '../../ui/styles/stretched-link.module.css';
import { Section } from '../../ui/section';
import { SetupChecklist } from './setup-checklist-part';
import { WorkSections } from './work-sections';
import classes from './home.module.css';

const tiles: readonly { name: 'documents' | 'videos' | 'users' | 'views'; icon: Icon }[] = [
  { name: 'documents', icon: IconFileText },
  { name: 'videos', icon: IconVideo },
  { name: 'users', icon: IconUsers },
  { name: 'views', icon: IconEye },
];

const totalsQuery = queryOptions({
  queryKey: getGetOverviewQueryKey(),
  queryFn: ({ signal }) => getOverview({ signal }),
});

/** The totals of all content, for users with the permission. */
function SiteTotals() {
  const { data, error, refetch } = useQuery(totalsQuery);
  return (
    <section aria-label={text.totals}>
      {error && !data ? (
        <div role="alert" className={classes.totalsFailed}>
          {text.totalsFailed}
          <Button variant="default" size="sm" onClick={() => void refetch()}>
            {messages.common.tryAgain}
          </Button>
        </div>
      ) : (
        <dl className={classes.totals} aria-busy={!data}>
          {tiles.map(({ name, icon: Icon }) => (
            <div key={name} className={classes.total}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              <dt>{text[name]}</dt>
              <dd title={data && String(data.totals[name])}>
                {data ? abbreviate(data.totals[name]) : <SkeletonItem width="2.5rem" height="2rem" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The next pages of series that the user has begun. */
function BegunSeries({ series }: { series: readonly BegunSeriesResponse[] }) {
  return (
    <Section title={text.continueSeries}>
      <ul className={classes.bookmarks}>
        {series.map(({ category, page, done, total }) => (
          <li key={category.id} className={classes.bookmark} style={getCategoryColor(category.color)}>
            <span className={classes.categoryIcon}>
              <CategoryIcon icon={category.icon} size={20} />
            </span>
            <div className={classes.bookmarkText}>
              <h3 className={classes.bookmarkTitle}>
                <Link
                  dir="auto"
                  to={page.type === 'video' ? '/videos/$id' : '/docs/$id'}
                  params={{ id: getItemParam(page) }}
                  className={stretched.link}
                >
                  {page.title}
                </Link>
              </h3>
              <p className={classes.bookmarkNote}>
                <span>{category.name}</span>
                <span>{text.seriesProgress({ done, total })}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface MemberTopProps {
  user: OwnUserResponse;
  work: WorkResponse | undefined;
  series: readonly BegunSeriesResponse[];
  /** Nothing was published yet: an empty list of reviews is not shown. */
  isNewHub?: boolean;
}

/** Greets the signed-in user and lists what they have to do; administrators also see the totals. */
export function MemberTop({ user, work, series, isNewHub = false }: MemberTopProps) {
  const mayReview = user.permissions.includes('content.publish') || user.moderates_categories;
  const isReviewer = mayReview && (!isNewHub || Boolean(work?.review.total));
  return (
    <>
      <section className={classes.welcome}>
        <div>
          <h1 tabIndex={-1} className={classes.welcomeTitle}>
            {isolate(text.welcome, user.name)}
          </h1>
          <p className={classes.welcomeText}>{text.welcomeText}</p>
        </div>
        <div className={classes.welcomeActions}>
          {user.permissions.includes('content.create') && (
            <>
              <ButtonLink to="/docs/create" icon={<IconPlus size={16} aria-hidden="true" />}>
                {documentsList.create}
              </ButtonLink>
              <ButtonLink to="/videos/create" variant="default" icon={<IconPlus size={16} aria-hidden="true" />}>
                {text.newVideo}
              </ButtonLink>
            </>
          )}
          {user.permissions.includes(INVITE_PERMISSION) && (
            <ButtonLink
              to="/admin/users"
              search={{ dialog: 'invite' }}
              variant="default"
              icon={<IconUserPlus size={16} aria-hidden="true" />}
            >
              {text.invitePeople}
            </ButtonLink>
          )}
        </div>
      </section>
      {user.permissions.includes('system.manage') && (
        <LazyBoundary errorFallback={null}>
          <SetupChecklist />
        </LazyBoundary>
      )}
      {series.length > 0 && <BegunSeries series={series} />}
      {work && <WorkSections work={work} isReviewer={isReviewer} />}
      {user.permissions.includes('analytics.view') && <SiteTotals />}
    </>
  );
}

interface BookmarkedContentProps {
  items: readonly BookmarkItemResponse[];
  /** The number of all bookmarks, including those not shown. */
  total: number;
}

/** The latest bookmarks, with a link to all. */
export function BookmarkedContent({ items, total }: BookmarkedContentProps) {
  return (
    <Section
      title={text.bookmarks}
      moreLink={total > 0 && <Link to="/user/bookmarks">{text.allBookmarks(abbreviate(total))}</Link>}
    >
      {items.length === 0 ? (
        <p className={classes.nothing}>{text.noBookmarks}</p>
      ) : (
        <ul className={classes.bookmarks}>
          {items.map(({ id, content, bookmarked_at }) => (
            <li key={id} className={classes.bookmark} style={getCategoryColor(content.category?.color)}>
              <span className={classes.categoryIcon}>
                <CategoryIcon icon={content.category?.icon} size={20} />
              </span>
              <div className={classes.bookmarkText}>
                <h3 className={classes.bookmarkTitle}>
                  <ContentLink content={content} className={stretched.link} />
                </h3>
                <p className={classes.bookmarkNote}>
                  {content.category && <span>{content.category.title}</span>}
                  <time dateTime={bookmarked_at}>{bookmarks.bookmarked(formatDate(bookmarked_at))}</time>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
