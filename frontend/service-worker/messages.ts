import type { PageMessage } from '../src/features/offline/page-message';
import { isCurrent } from './build';
import { refreshShell } from './shell';

export function respondToMessage(event: ExtendableMessageEvent): void {
  const message = event.data as PageMessage;
  switch (message.type) {
    case 'is-current':
      event.ports[0]?.postMessage(isCurrent(message.script));
      break;
    case 'keep-shell':
      event.waitUntil(refreshShell(event, message.language));
      break;
  }
}
