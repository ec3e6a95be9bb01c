import { lazy, Suspense, useSyncExternalStore } from 'react';
import { dialogStore } from './dialogs';

const OpenDialog = lazy(() => import('./open-dialog'));

/** Stands once in the shell and shows what `alert`, `confirm` and `progress` asked for. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogStore.subscribe, dialogStore.read);
  return (
    <Suspense>
      {open.map((request) => (
        <OpenDialog key={request.id} request={request} />
      ))}
    </Suspense>
  );
}
