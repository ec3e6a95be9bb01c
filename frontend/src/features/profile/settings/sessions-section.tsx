import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  getListSessionsQueryKey,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '../../../api/generated/auth/auth';
import type { SessionResponse } from '../../../api/generated/model/sessionResponse';
import { formatDateTime } from '../../../lib/format';
import { parseUserAgent } from '../../../lib/user-agent';
import { profile } from '../../../messages/en-profile';
import { getErrorText } from '../../../api/problem';
import { LoadError } from '../../../shared/errors/load-error';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { ListSkeleton } from '../../../ui/skeleton';
import classes from '../own-profile.module.css';
import { SettingsSection } from './settings-section';

const text = profile.sessions;

/** Ends one session, or all except the current one, after confirmation. */
function useEndSession() {
  const queryClient = useQueryClient();
  const end = useActionMutation({
    mutationFn: (id: string) => (id === 'others' ? revokeOtherSessions() : revokeSession(id)),
    onSuccess: (_answer, id) => {
      toast(id === 'others' ? text.othersEnded : text.ended);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshQueries(queryClient, getListSessionsQueryKey()),
  });
  const confirmEnd = async (id: string, title: string, question: string, confirmLabel: string) => {
    if (await confirm({ title, text: question, confirmLabel, isDestructive: true })) end.mutate(id);
  };
  return {
    endOne: (id: string, name: string) => confirmEnd(id, text.confirmTitle, text.confirmText(name), text.end),
    endOthers: () => confirmEnd('others', text.confirmOthersTitle, text.confirmOthersText, text.endOthers),
    isPending: end.isPending,
  };
}

function getSessionName({ user_agent }: SessionResponse): string {
  const { browser, system } = parseUserAgent(user_agent);
  if (browser && system) return text.on(browser, system);
  return browser ?? system ?? (user_agent || text.unknown);
}

function SessionItem({ session }: { session: SessionResponse }) {
  const { endOne, isPending } = useEndSession();
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
          isLoading={isPending}
          onClick={() => void endOne(session.id, name)}
        >
          {text.end}
        </Button>
      )}
    </li>
  );
}

export function SessionsSection() {
  const { endOthers, isPending } = useEndSession();
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
          <Button variant="default" isLoading={isPending} onClick={() => void endOthers()}>
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
        <ListSkeleton rows={2} />
      )}
    </SettingsSection>
  );
}
