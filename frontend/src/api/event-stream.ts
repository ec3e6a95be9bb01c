import { respond } from './client';
import { EventBlocks, type ServerEvent } from './event-blocks';
import { NetworkError } from './problem';

interface ReadEvents {
  signal: AbortSignal;
  /** How long nothing at all may arrive, not even a heartbeat, until the connection counts as broken. */
  silenceMs: number;
  onEvent: (event: ServerEvent) => void;
}

/**
 * Hands out a stream of server-sent events until the server ends it; throws like `request` when it cannot be had or breaks.
 * Not `EventSource`: that one cannot send the token, and does not say why it failed.
 */
export async function readEvents(path: string, { signal, silenceMs, onEvent }: ReadEvents): Promise<void> {
  const silence = new AbortController();
  const watch = () =>
    setTimeout(() => {
      silence.abort(new NetworkError('silence'));
    }, silenceMs);
  let timer = watch();
  try {
    const response = await respond(path, {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const blocks = new EventBlocks();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer);
      timer = watch();
      for (const event of blocks.take(part.value)) onEvent(event);
    }
  } finally {
    clearTimeout(timer);
  }
}
