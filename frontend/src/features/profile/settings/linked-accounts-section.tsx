import { useQuery } from '@tanstack/react-query';
import { getListExternalIdentitiesQueryKey, listExternalIdentities } from '../../../api/generated/auth/auth';
import type { ExternalIdentityResponse } from '../../../api/generated/model/externalIdentityResponse';
import { formatDate } from '../../../lib/format';
import { profile } from '../../../messages/en-profile';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Section } from './section';
import classes from './settings.module.css';
import { useUnlink } from './use-unlink';

const text = profile.linked;

function LinkedAccount({ account }: { account: ExternalIdentityResponse }) {
  const { ask, pending } = useUnlink();
  const { label, works, created_at, last_used_at } = account;
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.itemName}>
          {label}
          {!works && <Badge tone="grey">{text.gone}</Badge>}
        </div>
        <p className={classes.itemMeta}>
          {text.linked(formatDate(created_at))} · {text.used(formatDate(last_used_at))}
        </p>
      </div>
      <Button
        look="default"
        size="sm"
        aria-label={text.unlinkNamed(label)}
        loading={pending}
        onClick={() => void ask(account)}
      >
        {text.unlink}
      </Button>
    </li>
  );
}

/** Most people have none, and then there is nothing to say; they come about by signing in. */
export function LinkedAccountsSection() {
  const { data, error, refetch } = useQuery({
    queryKey: getListExternalIdentitiesQueryKey(),
    queryFn: ({ signal }) => listExternalIdentities({ signal }),
  });
  if (data ? data.length === 0 : !error) return null;
  return (
    <Section title={text.title} lead={text.lead}>
      {data ? (
        <ul className={classes.list}>
          {data.map((account) => (
            <LinkedAccount key={account.id} account={account} />
          ))}
        </ul>
      ) : (
        <LoadFailed error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      )}
    </Section>
  );
}
