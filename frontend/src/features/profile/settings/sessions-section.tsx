import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getListSessionsQueryKey, listSessions, revokeSession } from '../../../api/generated/auth/auth';
import type { PushSubscriptionResponse } from '../../../api/generated/model/pushSubscriptionResponse';
import type { SessionResponse } from '../../../api/generated/model/sessionResponse';
import { useState } from 'react';
import { formatDateTime } from '@hub/shared/formats';
import { parseUserAgent } from '../../../lib/user-agent';
import { profile } from '../../../messages/profile';
import { push as pushText } from '../../../messages/push';
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
import { pushQuery, useTurnPushOff } from '../push/queries';
import { EndSessionsDialog } from './end-sessions-dialog';
import { SettingsSection } from './settings-section';

const text = profile.sessions;

/** Ends a session after confirmation. */
function useEndSession() {
  const queryClient = useQueryClient();
  const end = useActionMutation({
    mutationFn: (id: string) => revokeSession(id),
    onSuccess: () => {
      toast(text.ended);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    },
    onSettled: () => refreshQueries(queryClient, getListSessionsQueryKey()),
  });
  const confirmEnd = async (id: string, name: string) => {
    const question = { title: text.confirmTitle, text: text.confirmText(name), confirmLabel: text.end };
    if (await confirm({ ...question, isDestructive: true })) end.mutate(id);
  };
  return { confirmEnd, isPending: end.isPending };
}

function getSessionName({ user_agent }: SessionResponse): string {
  const { browser, system } = parseUserAgent(user_agent);
  if (browser && system) return text.on({ browser, system });
  return browser ?? system ?? (user_agent || text.unknown);
}

interface SessionItemProps {
  session: SessionResponse;
  /** Undefined where push notifications are off. */
  push: PushSubscriptionResponse | undefined;
}

function SessionItem({ session, push }: SessionItemProps) {
  const { confirmEnd, isPending } = useEndSession();
  const pushOff = useTurnPushOff();
  const name = getSessionName(session);
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.itemName}>
          {name}
          {session.current && <Badge tone="green">{text.current}</Badge>}
          {push && <Badge tone="blue">{pushText.sessionOn}</Badge>}
        </div>
        <p className={classes.itemMeta}>
          {text.used({
            opened: formatDateTime(session.created_at),
            ip: session.ip,
            seen: formatDateTime(session.last_seen_at),
          })}
        </p>
      </div>
      <div className={classes.actions}>
        {push && (
          <Button
            variant="default"
            size="sm"
            aria-label={pushText.turnOffNamed(name)}
            isLoading={pushOff.isPending}
            onClick={() => {
              pushOff.mutate(push);
            }}
          >
            {pushText.turnOffSession}
          </Button>
        )}
        {!session.current && (
          <Button
            variant="default"
            size="sm"
            aria-label={text.endNamed(name)}
            isLoading={isPending}
            onClick={() => void confirmEnd(session.id, name)}
          >
            {text.end}
          </Button>
        )}
      </div>
    </li>
  );
}

export function SessionsSection() {
  const [isEndingOthers, setEndingOthers] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: getListSessionsQueryKey(),
    queryFn: ({ signal }) => listSessions({ signal }),
  });
  // Without it the sessions can still be ended.
  const { data: push } = useQuery(pushQuery);
  return (
    <SettingsSection
      title={text.title}
      description={text.lead}
      action={
        data &&
        data.length > 1 && (
          <Button
            variant="default"
            onClick={() => {
              setEndingOthers(true);
            }}
          >
            {text.endOthers}
          </Button>
        )
      }
    >
      {data ? (
        <ul className={classes.list}>
          {data.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              push={push?.subscriptions.find(({ session_id }) => session_id === session.id)}
            />
          ))}
        </ul>
      ) : error ? (
        <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
      {isEndingOthers && (
        <EndSessionsDialog
          onClose={() => {
            setEndingOthers(false);
          }}
        />
      )}
    </SettingsSection>
  );
}
