/** How the page and the player of another service exchange the time, by messages between windows. */
export interface EmbedProtocol {
  origin: string;
  /** The address of the player, which starts playing at a time in seconds. */
  getUrl: (embedId: string, start: number) => string;
  /** Messages after loading, which ask the player to report its time. */
  subscribeMessages: readonly unknown[];
  /** The time in a message of the player. */
  readTime: (data: unknown) => number | undefined;
  /** Messages that jump to a time; absent if the player has to be loaded again. */
  getSeekMessages?: (seconds: number) => readonly unknown[];
}

/** A number below named properties of an object, or of an object in JSON. */
function readNumber(data: unknown, path: readonly string[]): number | undefined {
  let value = data;
  try {
    if (typeof value === 'string') value = JSON.parse(value);
  } catch {
    return undefined;
  }
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Without cookies; the messages are those of YouTube's iframe API, whose script is not loaded. */
export const youTube: EmbedProtocol = {
  origin: 'https://www.youtube-nocookie.com',
  getUrl: (id, start) => {
    const url = new URL(`/embed/${encodeURIComponent(id)}`, youTube.origin);
    const params = { autoplay: 1, enablejsapi: 1, playsinline: 1, rel: 0, start: Math.floor(start) };
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value));
    url.searchParams.set('origin', window.location.origin);
    return url.href;
  },
  subscribeMessages: [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })],
  readTime: (data) => readNumber(data, ['info', 'currentTime']),
  getSeekMessages: (seconds) => [
    JSON.stringify({ event: 'command', func: 'seekTo', args: [seconds, true] }),
    JSON.stringify({ event: 'command', func: 'playVideo', args: [] }),
  ],
};

/** The id of an unlisted video is followed by a slash and its hash. */
export const vimeo: EmbedProtocol = {
  origin: 'https://player.vimeo.com',
  getUrl: (embedId, start) => {
    const [id = '', hash] = embedId.split('/');
    const url = new URL(`/video/${encodeURIComponent(id)}`, vimeo.origin);
    if (hash) url.searchParams.set('h', hash);
    url.searchParams.set('autoplay', '1');
    url.searchParams.set('dnt', '1');
    url.hash = `t=${Math.floor(start)}s`;
    return url.href;
  },
  subscribeMessages: ['timeupdate', 'seeked'].map((value) => ({ method: 'addEventListener', value })),
  readTime: (data) => readNumber(data, ['data', 'seconds']),
  getSeekMessages: (seconds) => [{ method: 'setCurrentTime', value: seconds }, { method: 'play' }],
};

export const loom: EmbedProtocol = {
  origin: 'https://www.loom.com',
  getUrl: (id, start) => {
    const url = new URL(`/embed/${encodeURIComponent(id)}`, loom.origin);
    url.searchParams.set('autoplay', '1');
    url.searchParams.set('t', String(Math.floor(start)));
    return url.href;
  },
  subscribeMessages: [],
  readTime: (data) => readNumber(data, ['context', 'currentTime']),
};

/** Messages between the page and its own frame, which contains the player of YouTube. */
interface FrameMessage {
  source: 'hub-video';
  /** The frame listens from now on. */
  isReady?: boolean;
  seek?: number;
  time?: number;
}

export const toFrameMessage = (message: Omit<FrameMessage, 'source'>): FrameMessage => ({
  source: 'hub-video',
  ...message,
});

/** Returns the message if it comes from our own frame or page. */
export function readFrameMessage({ origin, data }: MessageEvent<unknown>): FrameMessage | undefined {
  if (origin !== window.location.origin || typeof data !== 'object' || data === null) return undefined;
  return (data as FrameMessage).source === 'hub-video' ? (data as FrameMessage) : undefined;
}
