import { respond } from './client';
import { NetworkError } from './problem';

export interface ServerEvent {
  type: string;
  data: string;
}

interface ReadEvents {
  signal: AbortSignal;
  /** How long nothing at all may arrive, not even a heartbeat, until the connection counts as broken. */
  silenceMs: number;
  onEvent: (event: ServerEvent) => void;
}

/** One block of lines of the format; undefined for comments, which only show that the server is there. */
function parseBlock(block: string): ServerEvent | undefined {
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { type, data: data.join('\n') } : undefined;
}

/**
 * Hands out a stream of server-sent events until the server ends it; throws like `request` when it cannot be had or breaks.
 * Not `EventSource`: that one cannot send the token, and does not say why it failed.
 */
export async function readEvents(path: string, { signal, silenceMs, onEvent }: ReadEvents): Promise<void> {
  const silence = new AbortController();
  const watch = () => setTimeout(() => silence.abort(new NetworkError('silence')), silenceMs);
  let timer = watch();
  try {
    const response = await respond(path, {
      headers: { Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(timer);
      timer = watch();
      const blocks = (rest + part.value).replace(/\r\n?/g, '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const event of blocks.map(parseBlock)) if (event) onEvent(event);
    }
  } finally {
    clearTimeout(timer);
  }
}
