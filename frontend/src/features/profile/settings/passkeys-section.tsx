import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deletePasskey, getListPasskeysQueryKey, listPasskeys, renamePasskey } from '../../../api/generated/auth/auth';
import type { PasskeyResponse } from '../../../api/generated/model/passkeyResponse';
import { formatDate } from '@hub/shared/formats';
import { CREDENTIAL_NAME_MAX } from '@hub/shared/limits';
import { messages } from '../../../messages/common';
import { profile } from '../../../messages/profile';
import { getErrorText } from '../../../api/problem';
import { LoadError } from '../../../shared/errors/load-error';
import { checkLength } from '../../../shared/forms/check-length';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { FormError } from '../../../ui/form-error';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import { ListSkeleton } from '../../../ui/skeleton';
import classes from '../own-profile.module.css';
import { SettingsSection } from './settings-section';
import { useAddPasskey } from './use-add-passkey';
import { isolate } from '../../../ui/isolate';

const text = profile.passkeys;

/** Deletes a passkey after confirmation. */
function useDeletePasskey() {
  const queryClient = useQueryClient();
  const deleting = useActionMutation({
    mutationFn: (id: string) => deletePasskey(id),
    onSuccess: () => {
      toast(text.removed);
    },
    onError: (error) => {
      void alert({ title: text.removeFailedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, getListPasskeysQueryKey()),
  });
  const confirmDelete = async ({ id, name }: PasskeyResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: isolate(text.confirmText, name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (sure) deleting.mutate(id);
  };
  return { confirmDelete, isPending: deleting.isPending };
}

function RenamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() === '' ? text.nameRequired : checkLength(value, CREDENTIAL_NAME_MAX)) },
  });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: (values) => renamePasskey(passkey.id, values),
    onSuccess: async () => {
      await refreshQueries(queryClient, getListPasskeysQueryKey());
      onClose();
      toast(text.renamed);
    },
    getErrorText: (error) => getErrorText(error, text.renameFailed),
  });
  return (
    <Dialog title={text.renameTitle} onClose={onClose}>
      <form {...formProps} className={classes.dialogForm}>
        <FormError text={formError} />
        <TextInput data-autofocus label={text.name} {...requiredProps} {...form.getInputProps('name')} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" isLoading={isPending}>
            {text.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function PasskeyItem({
  passkey,
  onRename,
}: {
  passkey: PasskeyResponse;
  onRename: (passkey: PasskeyResponse) => void;
}) {
  const { confirmDelete, isPending } = useDeletePasskey();
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
          isLoading={isPending}
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
      <ListSkeleton rows={2} />
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
  const { add, isPending, errorText } = useAddPasskey();
  return (
    <SettingsSection
      title={text.title}
      description={text.lead}
      action={
        <Button variant="default" icon={<IconPlus size={16} aria-hidden="true" />} isLoading={isPending} onClick={add}>
          {text.add}
        </Button>
      }
    >
      <FormError text={errorText} />
      <PasskeyList />
    </SettingsSection>
  );
}
