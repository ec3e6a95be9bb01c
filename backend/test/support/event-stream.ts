import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { expect } from '@jest/globals';
import { TooLate } from './eventually.js';

export interface StreamEvent {
  type: string;
  data: Record<string, unknown>;
}

export interface EventStream {
  events: StreamEvent[];
  /** lines that are no events, as heartbeats are */
  comments: string[];
  isEnded: boolean;
  /** the first event of a type that was not asked for yet. @throws after `ms` milliseconds without one */
  next(type: string, ms?: number): Promise<StreamEvent>;
  /** @throws when it is still open after `ms` milliseconds */
  end(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Makes an app reachable over a real socket. @returns its address */
export async function listen(app: NestFastifyApplication): Promise<string> {
  await app.listen(0, '127.0.0.1');
  return (await app.getUrl()).replace('[::1]', '127.0.0.1');
}

/** Connects to the notifications of a person, as a browser does. */
export async function openStream(url: string, token: string): Promise<EventStream> {
  const aborter = new AbortController();
  const answer = await fetch(`${url}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborter.signal,
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const stream: EventStream = {
    events: [],
    comments: [],
    isEnded: false,
    next: async (type, ms = 2000) => {
      const found = () => stream.events.findIndex((event) => event.type === type);
      for (const until = Date.now() + ms; found() < 0 && !stream.isEnded && Date.now() < until;) await pause(5);
      const [event] = found() < 0 ? [] : stream.events.splice(found(), 1);
      if (!event) throw new TooLate(`No event ${type} within ${ms} ms; there were ${JSON.stringify(stream.events)}.`);
      return event;
    },
    end: async (ms) => {
      for (const until = Date.now() + ms; !stream.isEnded && Date.now() < until;) await pause(5);
      if (!stream.isEnded) throw new TooLate(`The stream is still open after ${ms} ms.`);
    },
    close: async () => {
      aborter.abort();
      await reading;
    },
  };
  const reading = read(answer, stream);
  return stream;
}

async function read(answer: Response, stream: EventStream): Promise<void> {
  let text = '';
  try {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block, stream);
    }
  } catch {
    // closed by ourselves, or cut off
  }
  stream.isEnded = true;
}

function take(block: string, { events, comments }: EventStream): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  if (data !== undefined)
    events.push({ type: field('event') ?? 'message', data: JSON.parse(data) as Record<string, unknown> });
  else if (block.includes(': ')) comments.push(block.trim());
}
