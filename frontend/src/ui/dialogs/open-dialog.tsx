import { messages } from '../../messages/en';
import { Button } from '../button';
import { Dialog, DialogActs } from './dialog';
import classes from './dialog.module.css';
import type { AlertRequest, ConfirmRequest, DialogRequest, ProgressRequest } from './dialogs';

function AlertView({ request }: { request: AlertRequest }) {
  return (
    <Dialog role="alertdialog" title={request.title} text={request.text} onClose={request.resolve}>
      <DialogActs>
        <Button data-autofocus onClick={request.resolve}>
          {messages.common.ok}
        </Button>
      </DialogActs>
    </Dialog>
  );
}

function ConfirmView({ request }: { request: ConfirmRequest }) {
  const answer = (confirmed: boolean) => () => {
    request.resolve(confirmed);
  };
  return (
    <Dialog role="alertdialog" title={request.title} text={request.text} onClose={answer(false)}>
      <DialogActs>
        <Button data-autofocus look="default" onClick={answer(false)}>
          {request.cancelLabel ?? messages.common.cancel}
        </Button>
        <Button look={request.destructive ? 'danger' : 'primary'} onClick={answer(true)}>
          {request.confirmLabel}
        </Button>
      </DialogActs>
    </Dialog>
  );
}

function ProgressView({ request }: { request: ProgressRequest }) {
  // Escape cancels where that is possible and otherwise does nothing: the work goes on.
  const cancel = () => request.onCancel?.();
  return (
    <Dialog title={request.title} text={request.text} onClose={cancel}>
      <progress
        className={classes.track}
        max={100}
        value={request.isOpenEnded ? undefined : request.percent}
        aria-label={request.title}
      />
      {!request.isOpenEnded && <p className={classes.percent}>{messages.common.percent(request.percent)}</p>}
      {request.onCancel && (
        <DialogActs>
          <Button data-autofocus look="default" onClick={cancel}>
            {messages.common.cancel}
          </Button>
        </DialogActs>
      )}
    </Dialog>
  );
}

export default function OpenDialog({ request }: { request: DialogRequest }) {
  switch (request.kind) {
    case 'alert':
      return <AlertView request={request} />;
    case 'confirm':
      return <ConfirmView request={request} />;
    case 'progress':
      return <ProgressView request={request} />;
  }
}
