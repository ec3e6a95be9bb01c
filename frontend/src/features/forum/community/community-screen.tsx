import { IconMessages, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { getListAllThreadsQueryKey } from '../../../api/generated/forum/forum';
import type { ForumStatsResponse } from '../../../api/generated/model/forumStatsResponse';
import { abbreviate } from '../../../lib/message-format';
import { usePageTitle } from '../../../lib/page';
import { forum } from '../../../messages/forum';
import { LoadError } from '../../../shared/errors/load-error';
import { useCan, useSession } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { NewThreadButton } from '../linked/discuss-button';
import { MarkReadSlot } from '../mark-read-slot';
import { forumCategoriesQuery, forumStatsQuery, hasUnread, STATS_INTERVAL_MS } from '../queries';
import { CategoryList } from './category-list';
import type { CommunitySearch } from './search-params';
import { ThreadOverview } from './thread-overview';
import { ThreadSearch } from './thread-search';
import classes from './community.module.css';

const text = forum.community;
const SKELETON_ROWS = 4;

/** Whether the forum answered the last request for its totals. */
function OnlineStatus({ status }: { status: 'pending' | 'error' | 'success' }) {
  const labels = { pending: text.checking, error: text.offline, success: text.online };
  return (
    <p role="status" className={classes.online} data-status={status}>
      {labels[status]}
    </p>
  );
}

function Totals({ stats }: { stats: ForumStatsResponse | undefined }) {
  const totals = [
    { label: text.threads, count: stats?.threads },
    { label: text.posts, count: stats?.posts },
    { label: text.categories, count: stats?.categories },
  ];
  return (
    <dl aria-label={text.totals} className={classes.totals}>
      {totals.map(({ label, count }) => (
        <div key={label} className={classes.total}>
          <dt>{label}</dt>
          <dd>{count === undefined ? '–' : abbreviate(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Categories() {
  const { data, error, refetch } = useQuery(forumCategoriesQuery);
  const canManage = useCan('forum.manage_categories');
  if (!data && error) return <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={SKELETON_ROWS} rowHeight="6rem" />;
  if (data.length === 0)
    return (
      <StateView icon={<IconMessages size={24} />} title={text.emptyTitle} text={text.emptyText}>
        {canManage && <ButtonLink to="/admin/forum-categories">{text.setUp}</ButtonLink>}
      </StateView>
    );
  return <CategoryList categories={data} />;
}

/** The numbers of the categories and what is unread in them change with the number of posts. */
function useRefreshOnNewPosts(posts: number | undefined, refetch: () => unknown): void {
  const known = useRef(posts);
  const refresh = useEffectEvent(refetch);
  useEffect(() => {
    if (known.current !== undefined && known.current !== posts) refresh();
    known.current = posts;
  }, [posts]);
}

/** The home of the forum: the threads of all categories, and the categories beside them. */
export function CommunityScreen({ search }: { search: CommunitySearch }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { data: stats, status } = useQuery({ ...forumStatsQuery, refetchInterval: STATS_INTERVAL_MS });
  const { data: categories, refetch } = useQuery(forumCategoriesQuery);
  useRefreshOnNewPosts(stats?.posts, () => {
    void refetch();
    void queryClient.invalidateQueries({ queryKey: getListAllThreadsQueryKey() });
  });
  usePageTitle(forum.title);
  return (
    <>
      <PageHeading title={forum.title} description={forum.lead}>
        <MarkReadSlot hasUnread={hasUnread(categories)} />
        <NewThreadButton label={forum.category.newThread} icon={<IconPlus size={16} aria-hidden="true" />} />
      </PageHeading>
      <div className={classes.top}>
        <div className={classes.facts}>
          <Totals stats={stats} />
          <OnlineStatus status={status} />
        </div>
        {user && (
          <p className={classes.welcome}>
            {isolate(text.welcome, user.name)} {text.ownPosts(stats?.own_posts ?? user.post_count)}
          </p>
        )}
      </div>
      <div className={classes.columns}>
        <div className={classes.main}>
          <ThreadSearch />
          <ThreadOverview filter={search.filter} />
        </div>
        <section aria-labelledby="forum-categories" className={classes.aside}>
          <h2 id="forum-categories" className={classes.asideTitle}>
            {text.categories}
          </h2>
          <Categories />
        </section>
      </div>
    </>
  );
}
