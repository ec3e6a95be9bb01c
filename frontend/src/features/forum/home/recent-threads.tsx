import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { forum } from '../../../messages/forum';
import { Section } from '../../../ui/section';
import { NewThreadButton } from '../linked/discuss-button';
import { ThreadList } from '../threads/thread-list';
import { recentThreadsQuery } from './recent-threads-query';
import classes from './recent-threads.module.css';

const text = forum.home;

interface RecentThreadsProps {
  /** Only threads about documents and videos of this category. */
  aboutCategoryId?: string;
}

/** The latest threads, of all categories or about the items of one; nothing if there are none or on an error. */
export default function RecentThreads({ aboutCategoryId }: RecentThreadsProps) {
  const { data } = useQuery(recentThreadsQuery(aboutCategoryId));
  if (!data || data.threads.length === 0) return null;
  return (
    <Section
      title={aboutCategoryId ? text.aboutTitle : text.title}
      moreLink={
        <div className={classes.actions}>
          <NewThreadButton variant="subtle" label={text.ask} icon={<IconPlus size={16} aria-hidden="true" />} />
          <Link to="/community">{text.all}</Link>
        </div>
      }
    >
      <ThreadList threads={data.threads} />
    </Section>
  );
}
