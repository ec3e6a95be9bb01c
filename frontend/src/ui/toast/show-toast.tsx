import { notifications } from '@mantine/notifications';
import { messages } from '../../messages/en';
import { Button } from '../button';
import type { ToastOptions } from './toast';
import classes from './toasts.module.css';

/** The id of the toast of each subject. */
const shown = new Map<string, string>();

/** Time to reach the button of an action, in milliseconds. */
const ACTION_MS = 10_000;

function hide(id: string): void {
  notifications.hide(id);
}

export default function showToast(text: string, { subject = text, action }: ToastOptions): void {
  const former = shown.get(subject);
  if (former) hide(former);
  const id = notifications.show({
    role: 'status',
    closeButtonProps: { 'aria-label': messages.common.close },
    ...(action && { autoClose: ACTION_MS }),
    onClose: () => {
      if (shown.get(subject) === id) shown.delete(subject);
    },
    message: action ? (
      <div className={classes.withAction}>
        <span>{text}</span>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </div>
    ) : (
      text
    ),
  });
  shown.set(subject, id);
}
