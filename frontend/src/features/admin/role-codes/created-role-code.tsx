import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../../lib/copy-text';
import { roleCodes as text } from '../../../messages/en-role-codes';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import classes from './role-codes.module.css';

/** Shows the code, which cannot be displayed again. */
export function CreatedRoleCode({ code, onClose }: { code: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <Dialog title={text.createdTitle} text={text.createdText} onClose={onClose}>
      <p className={classes.created}>
        <code>{code}</code>
      </p>
      <p role="status" className={classes.copied}>
        {copied === true && text.copied}
        {copied === false && text.copyFailed}
      </p>
      <DialogActions>
        <Button
          data-autofocus
          variant="default"
          icon={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyText(code).then(setCopied)}
        >
          {text.copy}
        </Button>
        <Button onClick={onClose}>{text.done}</Button>
      </DialogActions>
    </Dialog>
  );
}
