import { expect, test } from '@jest/globals';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../errors/domain-error.js';
import { readBody } from './read-body.js';

const free = { hold: () => undefined, release: () => undefined };
const options = { limit: 100, announced: undefined, memory: free, inspect: () => undefined };
const refusal = (status: number, code: string) => expect.objectContaining({ status, code });

/** A body of which these parts arrive, one every few milliseconds. */
function source(...parts: string[]): PassThrough {
  const stream = new PassThrough();
  void (async () => {
    for (const part of parts) {
      stream.write(part);
      await pause(5);
    }
    stream.end();
  })();
  return stream;
}

test('all chunks become one body', async () => {
  expect(String(await readBody(source('a', 'b', 'c'), options))).toBe('abc');
  expect(String(await readBody(source(), options))).toBe('');
  expect(String(await readBody(source('abc'), { ...options, announced: 3 }))).toBe('abc');
});

test('a body above the limit is refused, by its Content-Length or its bytes', async () => {
  await expect(readBody(source('abc'), { ...options, limit: 2, announced: 3 })).rejects.toEqual(
    refusal(413, 'too_large'),
  );
  await expect(readBody(source('a', 'b', 'c'), { ...options, limit: 2 })).rejects.toEqual(refusal(413, 'too_large'));
});

test('an aborted body, or one shorter than announced, is refused', async () => {
  const broken = source('a', 'b', 'c');
  setTimeout(() => broken.destroy(), 3);
  await expect(readBody(broken, options)).rejects.toEqual(refusal(400, 'request_aborted'));
  const reset = source('a', 'b', 'c');
  setTimeout(() => reset.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' })), 3);
  await expect(readBody(reset, options)).rejects.toEqual(refusal(400, 'request_aborted'));
  await expect(readBody(source('abc'), { ...options, announced: 4 })).rejects.toEqual(refusal(400, 'request_aborted'));
});

test('a body that pauses or takes too long is refused', async () => {
  await expect(readBody(new PassThrough(), { ...options, timeouts: { idleMs: 20, totalMs: 1000 } })).rejects.toEqual(
    refusal(408, 'request_timeout'),
  );
  const slow = source(...Array.from({ length: 200 }, () => 'a'));
  await expect(readBody(slow, { ...options, limit: 1000, timeouts: { idleMs: 500, totalMs: 60 } })).rejects.toEqual(
    refusal(408, 'request_timeout'),
  );
});

const refuse = () => {
  throw new DomainError(503, 'busy', () => 'Busy.');
};

test('the inspector and the memory limit can refuse a body', async () => {
  await expect(readBody(source('a'), { ...options, inspect: refuse })).rejects.toEqual(refusal(503, 'busy'));
  await expect(readBody(source('a'), { ...options, memory: { ...free, hold: refuse } })).rejects.toEqual(
    refusal(503, 'busy'),
  );
});

test('a body in very many tiny chunks is refused at once', async () => {
  const tiny = new PassThrough({ highWaterMark: 1 });
  for (let i = 0; i < 1500; i++) tiny.write(' ');
  await expect(readBody(tiny, { ...options, limit: 10_000 })).rejects.toEqual(refusal(408, 'request_timeout'));
  expect(tiny.destroyed).toBe(true);
});
