import { useEffect, useEffectEvent } from 'react';
import { messages } from '../../messages/en';
import { alert } from '../../ui/dialogs/dialogs';

/** Takes the place of a dialog that cannot be loaded. */
export function UnavailableDialog({ onClose }: { onClose: () => void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    close();
    void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });
  }, []);
  return null;
}
