import { createRandomKey } from '../../../lib/browser';

/** Identifies this tab until it is reloaded: drafts of an earlier page load count as another tab's. */
export const tabId = createRandomKey();

interface PresenceMessage {
  kind: 'ask' | 'here';
  scope: string;
  tab: string;
}

const CHANNEL = 'hub-drafts';
const RESPONSE_TIMEOUT_MS = 120;

function post(channel: BroadcastChannel, message: PresenceMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach their own origin only
  channel.postMessage(message);
}

/**
 * Announces this tab's form to other tabs with a form of the scope, and responds to theirs. Calls `onOtherTab` for each
 * of them. Returns a function that ends it.
 */
export function announcePresence(scope: string, onOtherTab: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const announce = (kind: PresenceMessage['kind']) => {
    post(channel, { kind, scope, tab: tabId });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<PresenceMessage>) => {
    if (data.scope !== scope || data.tab === tabId) return;
    if (data.kind === 'ask') announce('here');
    onOtherTab();
  });
  announce('ask');
  return () => {
    channel.close();
  };
}

/** Returns the ids of the other tabs that have a form of the scope open. */
export function findOtherTabs(scope: string): Promise<Set<string>> {
  const channel = new BroadcastChannel(CHANNEL);
  const tabs = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<PresenceMessage>) => {
    if (data.scope === scope && data.kind === 'here') tabs.add(data.tab);
  });
  post(channel, { kind: 'ask', scope, tab: tabId });
  return new Promise((resolve) => {
    setTimeout(() => {
      channel.close();
      resolve(tabs);
    }, RESPONSE_TIMEOUT_MS);
  });
}
