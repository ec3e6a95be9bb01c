import { useState } from 'react';
import { getKeyNames } from '../markdown-editor/tools';
import { messages } from '../../messages/common';
import { shortcuts as text } from '../../messages/shortcuts';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog';
import { Toggle } from '../../ui/toggle';
import { arePlainKeysOn, PLAIN_KEYS_STORAGE } from './plain-keys';
import { type Shortcut, shortcutGroups } from './shortcut-list';
import classes from './shortcuts-dialog.module.css';

function storePlainKeysOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(PLAIN_KEYS_STORAGE);
    else localStorage.setItem(PLAIN_KEYS_STORAGE, 'off');
  } catch {
    // They stay on: browsers may refuse storage.
  }
}

function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  return keys.map((each, index) => (
    <span key={each}>
      {index > 0 && ', '}
      {getKeyNames(each).map((name, position) => (
        <span key={name}>
          {position > 0 && ' '}
          <kbd className={classes.key}>{name}</kbd>
        </span>
      ))}
    </span>
  ));
}

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(arePlainKeysOn);
  return (
    <Dialog isWide title={text.title} onClose={onClose}>
      <div className={classes.groups}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} className={classes.group}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.list}>
              {shortcuts.map(({ keys, action }) => (
                <div key={action} className={classes.row}>
                  <dt>{action}</dt>
                  <dd className={classes.keys}>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Toggle
        label={text.plainKeys}
        description={text.plainKeysHint}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => {
          storePlainKeysOn(checked);
          setOn(checked);
        }}
      />
      <DialogActions>
        <Button data-autofocus variant="default" onClick={onClose}>
          {messages.common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
