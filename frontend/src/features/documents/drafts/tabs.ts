import { randomKey } from '../../../lib/random-key';

/** This tab, until it is loaded again: what an earlier load left behind counts as somebody else's. */
export const thisTab = randomKey();

interface Word {
  kind: 'ask' | 'here';
  place: string;
  tab: string;
}

const CHANNEL = 'hub-drafts';
const ANSWER_WITHIN_MS = 120;

function speak(channel: BroadcastChannel, word: Word): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage(word);
}

/** Answers to other tabs that ask who else writes here, and calls back for each one met. Ends with the returned function. */
export function standAt(place: string, onMeet: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const say = (kind: Word['kind']) => {
    speak(channel, { kind, place, tab: thisTab });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.place !== place || data.tab === thisTab) return;
    if (data.kind === 'ask') say('here');
    onMeet();
  });
  say('ask');
  return () => {
    channel.close();
  };
}

/** The other tabs in which somebody writes here right now. */
export function tabsAt(place: string): Promise<Set<string>> {
  const channel = new BroadcastChannel(CHANNEL);
  const met = new Set<string>();
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.place === place && data.kind === 'here') met.add(data.tab);
  });
  speak(channel, { kind: 'ask', place, tab: thisTab });
  return new Promise((resolve) => {
    setTimeout(() => {
      channel.close();
      resolve(met);
    }, ANSWER_WITHIN_MS);
  });
}
