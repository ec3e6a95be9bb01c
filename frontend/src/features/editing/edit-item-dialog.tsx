import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { writing } from '../../messages/writing';
import { LoadError } from '../../shared/errors/load-error';
import { useHasUnsavedChanges } from '../../shared/forms/unsaved-changes';
import { useSession } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { confirm } from '../../ui/dialogs/dialogs';
import { messages } from '../../messages/common';
import { isolate } from '../../ui/isolate';
import type { DetailsValues } from './details-values';
import { ItemForm, type OpenedItem } from './edit-item-screen';
import type { FormDialog } from './form-dialog';
import { FormSkeleton } from './form-skeleton';
import type { EditableItem } from './item-kind';
import type { EditingOptions } from './use-item-editing';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';

const text = writing.form;

/** Focuses the title, once the form is there: what had the focus before has been removed with the skeleton. */
function TitleFocus({ children }: { children: ReactNode }) {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-path="title"]')?.focus();
  }, []);
  return <div ref={form}>{children}</div>;
}

interface EditItemDialogProps<Values extends DetailsValues, Item extends EditableItem, Key extends QueryKey> {
  query: UseQueryOptions<Item, Error, Item, Key>;
  title: string;
  loadFailed: string;
  open: (item: Item, user: OwnUserResponse) => Promise<OpenedItem<Values, Item>>;
  renderForm: (options: EditingOptions<Values, Item>, dialog: FormDialog) => ReactNode;
  onClose: () => void;
}

/** An item's form in a dialog. Closing it asks before unsaved changes are left, which the browser keeps. */
export function EditItemDialog<Values extends DetailsValues, Item extends EditableItem, Key extends QueryKey>(
  props: EditItemDialogProps<Values, Item, Key>,
) {
  const { query, title, loadFailed, open, renderForm, onClose } = props;
  // The cached item may be older than the row that was clicked.
  const {
    data: item,
    error,
    isFetchedAfterMount,
    isFetching,
    refetch,
  } = useQuery({ ...query, refetchOnMount: 'always' });
  const { user } = useSession();
  const hasUnsavedChanges = useHasUnsavedChanges();
  const close = async () => {
    const isConfirmed =
      !hasUnsavedChanges ||
      (await confirm({
        title: text.leaveTitle,
        text: isolate(text.leaveText, item?.title ?? text.untitled),
        cancelLabel: text.stay,
        confirmLabel: text.leave,
        isDestructive: true,
      }));
    if (isConfirmed) onClose();
  };
  const hasFailed = isFetchedAfterMount && error !== null && !isFetching;
  const isReady = item && user && isFetchedAfterMount && !hasFailed;

  return (
    <Dialog isWide title={title} onClose={() => void close()}>
      {hasFailed && <LoadError error={error} title={loadFailed} onRetry={() => void refetch()} />}
      {!hasFailed && !isReady && <FormSkeleton />}
      {isReady && (
        <ItemForm
          item={item}
          user={user}
          open={open}
          renderForm={(options) => (
            <TitleFocus>{renderForm(options, { onCancel: () => void close(), onSaved: onClose })}</TitleFocus>
          )}
        />
      )}
      {!isReady && (
        <DialogActions>
          <Button variant="default" data-autofocus onClick={onClose}>
            {messages.common.cancel}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
