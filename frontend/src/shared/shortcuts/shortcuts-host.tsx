import { type ComponentType, useEffect, useState } from 'react';
import { messages } from '../../messages/common';
import { alert } from '../../ui/dialogs/dialogs';
import { globalKeys, usePlainKeys } from './plain-keys';

let openHostedDialog: () => void = () => undefined;

/** Opens the dialog with all shortcuts, as its key does. */
export function openShortcuts(): void {
  openHostedDialog();
}

/** Listens for the keys of every page. */
export function ShortcutsHost({ onSearch }: { onSearch: () => void }) {
  const [Opened, setOpened] = useState<ComponentType<{ onClose: () => void }>>();
  useEffect(() => {
    openHostedDialog = () => {
      import('./shortcuts-dialog').then(
        ({ default: ShortcutsDialog }) => setOpened(() => ShortcutsDialog),
        () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline }),
      );
    };
    return () => {
      openHostedDialog = () => undefined;
    };
  }, []);
  usePlainKeys({ [globalKeys.search]: onSearch, [globalKeys.help]: openShortcuts });
  return Opened && <Opened onClose={() => setOpened(undefined)} />;
}
