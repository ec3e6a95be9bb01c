import { useSyncExternalStore } from 'react';
import { messages } from '../../messages/common';
import { Button } from '../button';
import { ProgressBar } from '../progress-bar';
import { Dialog, DialogActions } from './dialog';
import classes from './dialog.module.css';
import {
  dialogStore,
  type AlertRequest,
  type ConfirmRequest,
  type DialogRequest,
  type ProgressRequest,
} from './dialogs';

function AlertView({ request }: { request: AlertRequest }) {
  return (
    <Dialog role="alertdialog" title={request.title} text={request.text} onClose={request.resolve}>
      <DialogActions>
        <Button data-autofocus onClick={request.resolve}>
          {messages.common.ok}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ConfirmView({ request }: { request: ConfirmRequest }) {
  const respond = (confirmed: boolean) => () => {
    request.resolve(confirmed);
  };
  return (
    <Dialog role="alertdialog" title={request.title} text={request.text} onClose={respond(false)}>
      <DialogActions>
        <Button data-autofocus variant="default" onClick={respond(false)}>
          {request.cancelLabel ?? messages.common.cancel}
        </Button>
        <Button variant={request.isDestructive ? 'danger' : 'primary'} onClick={respond(true)}>
          {request.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ProgressView({ request }: { request: ProgressRequest }) {
  // Escape does nothing where the operation cannot be cancelled.
  const cancel = () => request.onCancel?.();
  return (
    <Dialog title={request.title} text={request.text} onClose={cancel}>
      <ProgressBar label={request.title} percent={request.isIndeterminate ? undefined : request.percent} />
      {!request.isIndeterminate && <p className={classes.percent}>{messages.common.percent(request.percent)}</p>}
      {request.onCancel && (
        <DialogActions>
          <Button data-autofocus variant="default" onClick={cancel}>
            {messages.common.cancel}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

function OpenDialog({ request }: { request: DialogRequest }) {
  switch (request.kind) {
    case 'alert':
      return <AlertView request={request} />;
    case 'confirm':
      return <ConfirmView request={request} />;
    case 'progress':
      return <ProgressView request={request} />;
  }
}

/**
 * Rendered once in the shell; shows the dialogs of `alert`, `confirm` and `progress`.
 * Not lazy: the message may be that the server is away.
 */
export function DialogHost() {
  const open = useSyncExternalStore(dialogStore.subscribe, dialogStore.getSnapshot, dialogStore.getSnapshot);
  return (
    <>
      {open.map((request) => (
        <OpenDialog key={request.id} request={request} />
      ))}
    </>
  );
}
