import { useSyncExternalStore } from 'react';
import { dialogStore } from './dialogs';
// Not lazily: what it has to say may be that the server is away.
import OpenDialog from './open-dialog';

/** Stands once in the shell and shows what `alert`, `confirm` and `progress` asked for. */
export function DialogHost() {
  const open = useSyncExternalStore(dialogStore.subscribe, dialogStore.read);
  return (
    <>
      {open.map((request) => (
        <OpenDialog key={request.id} request={request} />
      ))}
    </>
  );
}
