import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getListPasskeysQueryKey, listPasskeys } from '../../../api/generated/auth/auth';
import type { PasskeyResponse } from '../../../api/generated/model/passkeyResponse';
import { formatDate } from '../../../lib/format';
import { profile } from '../../../messages/en-profile';
import { LoadError } from '../../../shared/errors/load-error';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { ListSkeleton } from '../list-skeleton';
import { RenamePasskeyDialog } from './rename-passkey-dialog';
import { SettingsSection } from './settings-section';
import classes from './settings.module.css';
import { useAddPasskey } from './use-add-passkey';
import { useDeletePasskey } from './use-delete-passkey';

const text = profile.passkeys;

function PasskeyItem({
  passkey,
  onRename,
}: {
  passkey: PasskeyResponse;
  onRename: (passkey: PasskeyResponse) => void;
}) {
  const { confirmDelete, pending } = useDeletePasskey();
  const { name, backed_up, created_at, last_used_at } = passkey;
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.itemName}>
          {name}
          {backed_up && <Badge tone="blue">{text.synced}</Badge>}
        </div>
        <p className={classes.itemMeta}>
          {text.added(formatDate(created_at))} · {last_used_at ? text.used(formatDate(last_used_at)) : text.neverUsed}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={text.renameNamed(name)}
          onClick={() => {
            onRename(passkey);
          }}
        >
          {text.rename}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={text.removeNamed(name)}
          isLoading={pending}
          onClick={() => void confirmDelete(passkey)}
        >
          {text.remove}
        </Button>
      </div>
    </li>
  );
}

function PasskeyList() {
  const [renaming, setRenaming] = useState<PasskeyResponse>();
  const { data, error, refetch } = useQuery({
    queryKey: getListPasskeysQueryKey(),
    queryFn: ({ signal }) => listPasskeys({ signal }),
  });
  if (!data) {
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton />
    );
  }
  if (data.length === 0) return <p className={classes.description}>{text.empty}</p>;
  return (
    <>
      <ul className={classes.list}>
        {data.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} onRename={setRenaming} />
        ))}
      </ul>
      {renaming && (
        <RenamePasskeyDialog
          passkey={renaming}
          onClose={() => {
            setRenaming(undefined);
          }}
        />
      )}
    </>
  );
}

export function PasskeysSection() {
  const { add, pending, errorText } = useAddPasskey();
  return (
    <SettingsSection
      title={text.title}
      description={text.lead}
      action={
        <Button variant="default" icon={<IconPlus size={16} aria-hidden="true" />} isLoading={pending} onClick={add}>
          {text.add}
        </Button>
      }
    >
      <FormError text={errorText} />
      <PasskeyList />
    </SettingsSection>
  );
}
