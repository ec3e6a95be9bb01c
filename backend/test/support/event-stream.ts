import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { expect } from '@jest/globals';
import { TimeoutError } from './wait-for.js';

export interface StreamEvent {
  type: string;
  data: Record<string, unknown>;
}

export interface EventStream {
  events: StreamEvent[];
  /** comment lines, such as heartbeats */
  comments: string[];
  isEnded: boolean;
  /** Waits for the next event of a type. @throws after `ms` milliseconds */
  waitForEvent(type: string, ms?: number): Promise<StreamEvent>;
  /** Waits for the end of the stream. @throws after `ms` milliseconds */
  waitForEnd(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a real socket. @returns the URL */
export async function listen(app: NestFastifyApplication): Promise<string> {
  await app.listen(0, '127.0.0.1');
  return (await app.getUrl()).replace('[::1]', '127.0.0.1');
}

/** Opens a user's notification stream, as a browser does. */
export async function openStream(url: string, token: string): Promise<EventStream> {
  const aborter = new AbortController();
  const response = await fetch(`${url}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborter.signal,
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const stream: EventStream = {
    events: [],
    comments: [],
    isEnded: false,
    waitForEvent: async (type, ms = 2000) => {
      const found = () => stream.events.findIndex((event) => event.type === type);
      for (const until = Date.now() + ms; found() < 0 && !stream.isEnded && Date.now() < until;) await pause(5);
      const [event] = found() < 0 ? [] : stream.events.splice(found(), 1);
      if (!event)
        throw new TimeoutError(`No event ${type} within ${ms} ms; there were ${JSON.stringify(stream.events)}.`);
      return event;
    },
    waitForEnd: async (ms) => {
      for (const until = Date.now() + ms; !stream.isEnded && Date.now() < until;) await pause(5);
      if (!stream.isEnded) throw new TimeoutError(`The stream is still open after ${ms} ms.`);
    },
    close: async () => {
      aborter.abort();
      await reading;
    },
  };
  const reading = read(response, stream);
  return stream;
}

async function read(response: Response, stream: EventStream): Promise<void> {
  let text = '';
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) parseBlock(block, stream);
    }
  } catch {
    // closed by the test or by the server
  }
  stream.isEnded = true;
}

function parseBlock(block: string, { events, comments }: EventStream): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  if (data !== undefined)
    events.push({ type: field('event') ?? 'message', data: JSON.parse(data) as Record<string, unknown> });
  else if (block.includes(': ')) comments.push(block.trim());
}
