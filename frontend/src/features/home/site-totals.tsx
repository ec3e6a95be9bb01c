import { IconEye, IconFileText, IconUsers, IconVideo, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { abbreviate } from '../../lib/format';
import { messages } from '../../messages/en';
import { home as text } from '../../messages/en-home';
import { SkeletonItem } from '../../ui/skeleton';
import { Button } from '../../ui/button';
import classes from './home.module.css';
import { totalsQuery } from './queries';

const tiles: readonly { name: 'documents' | 'videos' | 'users' | 'views'; icon: Icon }[] = [
  { name: 'documents', icon: IconFileText },
  { name: 'videos', icon: IconVideo },
  { name: 'users', icon: IconUsers },
  { name: 'views', icon: IconEye },
];

/** The totals of all content, for users with the permission. */
export function SiteTotals() {
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
                {data ? abbreviate(data.totals[name]) : <SkeletonItem width="2.5rem" height="1.5rem" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
