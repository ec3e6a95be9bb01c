import { useQuery } from '@tanstack/react-query';
import { getListSessionsQueryKey, listSessions } from '../../../api/generated/auth/auth';
import type { SessionResponse } from '../../../api/generated/model/sessionResponse';
import { formatDateTime } from '../../../lib/format';
import { readUserAgent } from '../../../lib/user-agent';
import { profile } from '../../../messages/en-profile';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ListSkeleton } from '../list-skeleton';
import { Section } from './section';
import classes from './settings.module.css';
import { useEndSession } from './use-end-session';

const text = profile.sessions;

function nameOf({ user_agent }: SessionResponse): string {
  const { browser, system } = readUserAgent(user_agent);
  if (browser && system) return text.on(browser, system);
  return browser ?? system ?? (user_agent || text.unknown);
}

function Session({ session }: { session: SessionResponse }) {
  const { endOne, pending } = useEndSession();
  const name = nameOf(session);
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.itemName}>
          {name}
          {session.current && <Badge tone="green">{text.current}</Badge>}
        </div>
        <p className={classes.itemMeta}>
          {text.opened} {formatDateTime(session.created_at)} {text.from(session.ip)} · {text.seen}{' '}
          {formatDateTime(session.last_seen_at)}
        </p>
      </div>
      {!session.current && (
        <Button
          look="default"
          size="sm"
          aria-label={text.endNamed(name)}
          loading={pending}
          onClick={() => void endOne(session.id, name)}
        >
          {text.end}
        </Button>
      )}
    </li>
  );
}

export function SessionsSection() {
  const { endOthers, pending } = useEndSession();
  const { data, error, refetch } = useQuery({
    queryKey: getListSessionsQueryKey(),
    queryFn: ({ signal }) => listSessions({ signal }),
  });
  return (
    <Section
      title={text.title}
      lead={text.lead}
      act={
        data &&
        data.length > 1 && (
          <Button look="default" loading={pending} onClick={() => void endOthers()}>
            {text.endOthers}
          </Button>
        )
      }
    >
      {data ? (
        <ul className={classes.list}>
          {data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadFailed error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Section>
  );
}
