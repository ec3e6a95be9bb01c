import { IconPlus } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getListAllThreadsQueryKey, listAllThreads } from '../../../api/generated/forum/forum';
import { forum } from '../../../messages/en-forum';
import { NewThreadButton } from '../linked/discuss-button';
import { ThreadList } from '../threads/thread-list';
import classes from './recent-threads.module.css';

const text = forum.home;
const params = { limit: 5 };

const recentThreadsQuery = queryOptions({
  queryKey: getListAllThreadsQueryKey(params),
  queryFn: ({ signal }) => listAllThreads(params, { signal }),
});

interface RecentThreadsProps {
  /** Renders the section of the home page. */
  renderSection: (title: string, actions: ReactNode, list: ReactNode) => ReactNode;
}

/** The latest threads of all categories; nothing while the forum is empty or cannot be reached. */
export default function RecentThreads({ renderSection }: RecentThreadsProps) {
  const { data } = useQuery(recentThreadsQuery);
  if (!data || data.threads.length === 0) return null;
  return renderSection(
    text.title,
    <div className={classes.actions}>
      <NewThreadButton variant="subtle" label={text.ask} icon={<IconPlus size={16} aria-hidden="true" />} />
      <Link to="/community">{text.all}</Link>
    </div>,
    <ThreadList threads={data.threads} />,
  );
}
