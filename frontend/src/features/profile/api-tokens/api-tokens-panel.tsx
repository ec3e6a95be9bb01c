import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiUrl } from '../../../api/client';
import { getListApiTokensQueryKey, listApiTokens, revokeApiToken } from '../../../api/generated/api-tokens/api-tokens';
import type { ApiTokenResponse } from '../../../api/generated/model/apiTokenResponse';
import { formatDate, formatDateTime } from '@hub/shared/formats';
import { apiTokens as text } from '../../../messages/admin-api-tokens';
import { TokenScopes } from '../../../shared/api-tokens/token-scopes';
import { useRevokeToken } from '../../../shared/api-tokens/use-revoke-token';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import classes from '../own-profile.module.css';
import { SettingsSection } from '../settings/settings-section';
import { NewTokenDialog } from './new-token-dialog';

function getExpiryText({ expires_at, expired }: ApiTokenResponse): string {
  if (expires_at === null) return text.neverExpires;
  return (expired ? text.expiredOn : text.expiresOn)(formatDate(expires_at));
}

function TokenItem({ token }: { token: ApiTokenResponse }) {
  const { confirmRevoke, isPending } = useRevokeToken({ send: revokeApiToken, listKey: getListApiTokensQueryKey() });
  const usage = token.last_used_at ? text.usedOn(formatDateTime(token.last_used_at)) : text.neverUsed;
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.itemName}>
          <bdi>{token.name}</bdi>
          <code>{text.begins(token.hint)}</code>
          <TokenScopes scopes={token.scopes} isExpired={token.expired} />
        </div>
        <p className={classes.itemMeta}>
          {[text.createdOn(formatDate(token.created_at)), getExpiryText(token), usage].join(' · ')}
        </p>
      </div>
      <Button
        variant="default"
        size="sm"
        aria-label={text.revokeNamed(token.name)}
        isLoading={isPending}
        onClick={() => void confirmRevoke(token)}
      >
        {text.revoke}
      </Button>
    </li>
  );
}

function TokenList() {
  const { data, error, refetch } = useQuery({
    queryKey: getListApiTokensQueryKey(),
    queryFn: ({ signal }) => listApiTokens({ signal }),
  });
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={2} />
    );
  }
  if (data.length === 0) {
    return <StateView icon={<IconKey size={24} />} title={text.empty} text={text.emptyText} />;
  }
  return (
    <ul className={classes.list}>
      {data.map((token) => (
        <TokenItem key={token.id} token={token} />
      ))}
    </ul>
  );
}

/** The user's own API tokens. */
export function ApiTokensPanel() {
  const [isCreating, setCreating] = useState(false);
  return (
    <div className={classes.settings}>
      <SettingsSection
        title={text.title}
        description={text.lead}
        action={
          <Button
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => {
              setCreating(true);
            }}
          >
            {text.create}
          </Button>
        }
      >
        <TokenList />
        <p className={classes.description}>
          <a href={toApiUrl('/docs')}>{text.docs}</a>
        </p>
      </SettingsSection>
      {isCreating && (
        <NewTokenDialog
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
    </div>
  );
}
