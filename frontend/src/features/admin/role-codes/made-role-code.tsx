import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { copyText } from '../../../lib/copy-text';
import { roleCodes as text } from '../../../messages/en-role-codes';
import { Button } from '../../../ui/button';
import { Dialog, DialogActs } from '../../../ui/dialogs/dialog';
import classes from './role-codes.module.css';

/** The one time that the code is there to be read. */
export function MadeRoleCode({ code, onClose }: { code: string; onClose: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  return (
    <Dialog title={text.madeTitle} text={text.madeText} onClose={onClose}>
      <p className={classes.made}>
        <code>{code}</code>
      </p>
      <p role="status" className={classes.copied}>
        {copied === true && text.copied}
        {copied === false && text.copyFailed}
      </p>
      <DialogActs>
        <Button
          data-autofocus
          look="default"
          icon={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copyText(code).then(setCopied)}
        >
          {text.copy}
        </Button>
        <Button onClick={onClose}>{text.done}</Button>
      </DialogActs>
    </Dialog>
  );
}
