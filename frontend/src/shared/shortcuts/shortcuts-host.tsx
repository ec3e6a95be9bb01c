import { lazy, useEffect, useState } from 'react';
import { UnavailableDialog } from '../errors/unavailable-dialog';
import { LazyBoundary } from '../../ui/lazy';
import { globalKeys } from './plain-keys';
import { usePlainKeys } from './use-plain-keys';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog'));

let openHostedDialog: () => void = () => undefined;

/** Opens the dialog with all shortcuts, as its key does. */
export function openShortcuts(): void {
  openHostedDialog();
}

/** Listens for the keys of every page. */
export function ShortcutsHost({ onSearch }: { onSearch: () => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    openHostedDialog = () => {
      setOpen(true);
    };
    return () => {
      openHostedDialog = () => undefined;
    };
  }, []);
  usePlainKeys({ [globalKeys.search]: onSearch, [globalKeys.help]: openShortcuts });
  const close = () => {
    setOpen(false);
  };
  return (
    isOpen && (
      <LazyBoundary errorFallback={<UnavailableDialog onClose={close} />}>
        <ShortcutsDialog onClose={close} />
      </LazyBoundary>
    )
  );
}
