import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getListAllApiTokensQueryKey, revokeUserApiToken } from '../../../api/generated/api-tokens/api-tokens';
import type { UserApiTokenResponse } from '../../../api/generated/model/userApiTokenResponse';
import { formatDate, formatDateTime } from '@hub/shared/formats';
import { usePageTitle } from '../../../lib/page';
import { apiTokens as text } from '../../../messages/admin-api-tokens';
import { TokenScopes } from '../../../shared/api-tokens/token-scopes';
import { useRevokeToken } from '../../../shared/api-tokens/use-revoke-token';
import { LoadError } from '../../../shared/errors/load-error';
import { UserLink } from '../../../shared/links';
import { Button } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { Pager, Table } from '../../../ui/table';
import classes from './api-tokens.module.css';
import { allTokensQuery, PAGE_SIZE } from './queries';

const { columns } = text;

function TokenRow({ token }: { token: UserApiTokenResponse }) {
  const { confirmRevoke, isPending } = useRevokeToken({
    send: revokeUserApiToken,
    listKey: getListAllApiTokensQueryKey(),
  });
  return (
    <tr>
      <td data-label={columns.name} data-main>
        <div className={classes.token}>
          <bdi className={classes.name}>{token.name}</bdi>
          <code>{text.begins(token.hint)}</code>
        </div>
      </td>
      <td data-label={columns.user}>
        <div className={classes.token}>
          <UserLink id={token.user_id} name={token.user_name} />
          <span className={classes.role}>{token.user_role}</span>
        </div>
      </td>
      <td data-label={columns.scopes}>
        <TokenScopes scopes={token.scopes} isExpired={token.expired} />
      </td>
      <td data-label={columns.created} className={classes.date}>
        {formatDate(token.created_at)}
      </td>
      <td data-label={columns.expires} className={classes.date}>
        {token.expires_at ? formatDate(token.expires_at) : text.never}
      </td>
      <td data-label={columns.lastUsed} className={classes.date}>
        {token.last_used_at ? formatDateTime(token.last_used_at) : text.never}
      </td>
      <td data-actions>
        <Button
          variant="default"
          size="sm"
          aria-label={text.revokeNamed(token.name)}
          isLoading={isPending}
          onClick={() => void confirmRevoke(token)}
        >
          {text.revoke}
        </Button>
      </td>
    </tr>
  );
}

function Tokens({ page }: { page: number }) {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(allTokensQuery(page));
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={4} rowHeight="3.25rem" />
    );
  }
  if (data.items.length === 0 && page === 1) {
    return <StateView icon={<IconKey size={24} />} title={text.empty} text={text.adminEmptyText} />;
  }
  const { name, user, scopes, created, expires, lastUsed } = columns;
  return (
    <>
      <Table columns={[name, user, scopes, created, expires, lastUsed]}>
        {data.items.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </Table>
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={data.total}
        onPage={(next) => {
          void navigate({ to: '/admin/api-tokens', search: { page: next === 1 ? undefined : next } });
        }}
      />
    </>
  );
}

/** The API tokens of all users. */
export function ApiTokensScreen({ page = 1 }: { page?: number }) {
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.adminLead} />
      <Tokens page={page} />
    </>
  );
}
