import { IconCopy } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { copyText } from '../../lib/browser';
import { secretDialog as messages } from '../../messages/secret-dialog';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import classes from './secret-dialog.module.css';

interface SecretDialogProps {
  title: string;
  text: ReactNode;
  secret: string;
  copyLabel: string;
  onClose: () => void;
}

/** Shows a code, a token or a link which cannot be displayed again. */
export function SecretDialog({ title, text, secret, copyLabel, onClose }: SecretDialogProps) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <Dialog title={title} text={text} onClose={onClose}>
      <p className={classes.secret}>
        <code>{secret}</code>
      </p>
      <p role="status" className={classes.status}>
        {copied === true && messages.copied}
        {copied === false && messages.copyFailed}
      </p>
      <DialogActions>
        <Button
          data-autofocus
          variant="default"
          icon={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyText(secret).then(setCopied)}
        >
          {copyLabel}
        </Button>
        <Button onClick={onClose}>{messages.done}</Button>
      </DialogActions>
    </Dialog>
  );
}
