import { fetchResponse } from './client';
import { EventStreamParser, type ServerEvent } from './event-stream-parser';
import { NetworkError } from './problem';

interface ReadEvents {
  signal: AbortSignal;
  /** The time without any data, heartbeats included, after which the connection counts as broken. */
  silenceMs: number;
  onEvent: (event: ServerEvent) => void;
}

/**
 * Reads a stream of server-sent events until the server closes it; throws like `request` if it cannot be opened or
 * breaks. `EventSource` cannot send the token and does not report why it failed.
 */
export async function readEvents(path: string, { signal, silenceMs, onEvent }: ReadEvents): Promise<void> {
  const silence = new AbortController();
  const watch = () =>
    setTimeout(() => {
      silence.abort(new NetworkError('silence'));
    }, silenceMs);
  let timer = watch();
  try {
    const response = await fetchResponse(path, {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const blocks = new EventStreamParser();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer);
      timer = watch();
      for (const event of blocks.take(part.value)) onEvent(event);
    }
  } finally {
    clearTimeout(timer);
  }
}
