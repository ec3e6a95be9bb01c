import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { forum } from '../../../messages/forum';
import { getUniqueItems } from '../../../shared/cursor-pages';
import { LoadError } from '../../../shared/errors/load-error';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { useSession } from '../../../shared/session/session';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { Tabs } from '../../../ui/tabs';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { threadOverviewQuery } from '../queries';
import { ThreadList } from '../threads/thread-list';
import { type CommunitySearch, threadFilters } from './search-params';
import classes from './community.module.css';

const text = forum.community;
const SKELETON_ROWS = 6;

function Threads({ filter }: CommunitySearch) {
  const query = useInfiniteQuery(threadOverviewQuery(filter));
  const { data, error, refetch } = query;
  const threads = getUniqueItems(data?.pages.map((page) => page.threads) ?? [], ({ id }) => id);
  const { results, markFirstNew } = useFocusOnNewItems(threads.length);
  if (!data && error) return <LoadError error={error} title={text.threadsFailed} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={SKELETON_ROWS} rowHeight="4.5rem" />;
  if (threads.length === 0)
    return <StateView icon={<IconMessages size={24} />} {...text.noThreads[filter ?? 'latest']} />;
  return (
    <div ref={results}>
      <ThreadList threads={threads} />
      <LoadMore
        query={query}
        onLoad={() => {
          markFirstNew(threads.length);
        }}
      />
    </div>
  );
}

/** Threads of all categories; guests have no unread or watched ones. */
export function ThreadOverview({ filter }: CommunitySearch) {
  const { user } = useSession();
  const navigate = useNavigate();
  const panelId = useId();
  const options = threadFilters
    .filter((value) => user ?? (value === 'latest' || value === 'unanswered'))
    .map((value) => ({ value, label: text.filterOptions[value] }));
  const shown = options.some(({ value }) => value === filter) ? filter : undefined;
  return (
    <>
      <Tabs
        label={text.filters}
        panelId={panelId}
        value={shown ?? 'latest'}
        options={options}
        onChange={(value) =>
          void navigate({
            to: '/community',
            search: { filter: value === 'latest' ? undefined : value },
            resetScroll: false,
          })
        }
      />
      <section
        id={panelId}
        className={classes.panel}
        role="tabpanel"
        aria-label={text.filterOptions[shown ?? 'latest']}
      >
        <VisuallyHidden>
          <h2>{text.threads}</h2>
        </VisuallyHidden>
        <Threads key={shown} filter={shown} />
      </section>
    </>
  );
}
