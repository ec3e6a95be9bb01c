import { useQuery } from '@tanstack/react-query';
import { getListSessionsQueryKey, listSessions } from '../../../api/generated/auth/auth';
import type { SessionResponse } from '../../../api/generated/model/sessionResponse';
import { formatDateTime } from '../../../lib/format';
import { parseUserAgent } from '../../../lib/user-agent';
import { profile } from '../../../messages/en-profile';
import { LoadError } from '../../../shared/errors/load-error';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ListSkeleton } from '../list-skeleton';
import { SettingsSection } from './settings-section';
import classes from './settings.module.css';
import { useEndSession } from './use-end-session';

const text = profile.sessions;

function getSessionName({ user_agent }: SessionResponse): string {
  const { browser, system } = parseUserAgent(user_agent);
  if (browser && system) return text.on(browser, system);
  return browser ?? system ?? (user_agent || text.unknown);
}

function SessionItem({ session }: { session: SessionResponse }) {
  const { endOne, pending } = useEndSession();
  const name = getSessionName(session);
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
          variant="default"
          size="sm"
          aria-label={text.endNamed(name)}
          isLoading={pending}
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
    <SettingsSection
      title={text.title}
      description={text.lead}
      action={
        data &&
        data.length > 1 && (
          <Button variant="default" isLoading={pending} onClick={() => void endOthers()}>
            {text.endOthers}
          </Button>
        )
      }
    >
      {data ? (
        <ul className={classes.list}>
          {data.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </SettingsSection>
  );
}
