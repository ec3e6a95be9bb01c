import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  deleteExternalIdentity,
  getListExternalIdentitiesQueryKey,
  listExternalIdentities,
} from '../../../api/generated/auth/auth';
import type { ExternalIdentityResponse } from '../../../api/generated/model/externalIdentityResponse';
import { formatDate } from '@hub/shared/formats';
import { profile } from '../../../messages/profile';
import { getErrorText } from '../../../api/problem';
import { LoadError } from '../../../shared/errors/load-error';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import classes from '../own-profile.module.css';
import { SettingsSection } from './settings-section';

const text = profile.linked;

/** Unlinks an account after confirmation. */
function useUnlink() {
  const queryClient = useQueryClient();
  const unlinking = useActionMutation({
    mutationFn: (id: string) => deleteExternalIdentity(id),
    onSuccess: () => {
      toast(text.unlinked);
    },
    onError: (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, getListExternalIdentitiesQueryKey()),
  });
  const confirmUnlink = async ({ id, label }: ExternalIdentityResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(label),
      confirmLabel: text.unlink,
      isDestructive: true,
    });
    if (sure) unlinking.mutate(id);
  };
  return { confirmUnlink, isPending: unlinking.isPending };
}

function LinkedAccountItem({ account }: { account: ExternalIdentityResponse }) {
  const { confirmUnlink, isPending } = useUnlink();
  const { label, works, created_at, last_used_at } = account;
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.itemName}>
          {label}
          {!works && <Badge tone="gray">{text.notOffered}</Badge>}
        </div>
        <p className={classes.itemMeta}>
          {text.linked(formatDate(created_at))} · {text.used(formatDate(last_used_at))}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={text.unlinkNamed(label)}
        isLoading={isPending}
        onClick={() => void confirmUnlink(account)}
      >
        {text.unlink}
      </Button>
    </li>
  );
}

/** Linked accounts are created by signing in; without any, the section is hidden. */
export function LinkedAccountsSection() {
  const { data, error, refetch } = useQuery({
    queryKey: getListExternalIdentitiesQueryKey(),
    queryFn: ({ signal }) => listExternalIdentities({ signal }),
  });
  if (data ? data.length === 0 : !error) return null;
  return (
    <SettingsSection title={text.title} description={text.lead}>
      {data ? (
        <ul className={classes.list}>
          {data.map((account) => (
            <LinkedAccountItem key={account.id} account={account} />
          ))}
        </ul>
      ) : (
        <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      )}
    </SettingsSection>
  );
}
