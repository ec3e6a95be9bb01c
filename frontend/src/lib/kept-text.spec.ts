import { beforeEach, expect, test } from '@jest/globals';
import { isAnyKept, keepText, keptText } from './kept-text';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  // Its keys are found as those of an object.
  const proxy = new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  Object.defineProperty(globalThis, 'localStorage', { value: proxy, configurable: true });
});

test('a text is kept until it is sent', () => {
  keepText('a', 'half a sen');
  expect([keptText('a')?.text, keptText('b')]).toEqual(['half a sen', null]);
  keepText('a', '  ');
  expect([keptText('a'), stored.size]).toEqual([null, 0]);
});

test('it tells from which state of a stored text it began', () => {
  keepText('a', 'words', '2026-01-01');
  expect(keptText('a')).toEqual({ text: 'words', typedAt: expect.any(Number), basis: '2026-01-01' });
});

test('whether somebody has typed anything is asked by how its names begin', () => {
  keepText('comment/ann/1', 'words');
  expect([isAnyKept('comment/ann/'), isAnyKept('comment/bob/')]).toEqual([true, false]);
});

test('what is older than 30 days goes, other things stay', () => {
  keepText('a', 'words');
  stored.set('hub-text/old', JSON.stringify({ text: 'old', typedAt: Date.now() - 31 * 24 * 60 * 60 * 1000 }));
  stored.set('hub-text/broken', '{');
  stored.set('session_token', 'x');
  expect(keptText('old')).toBeNull();
  expect([...stored.keys()]).toEqual(['hub-text/a', 'session_token']);
});

test('a browser that stores nothing breaks nothing', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('denied');
    },
    configurable: true,
  });
  keepText('a', 'words');
  expect([keptText('a'), isAnyKept('a')]).toEqual([null, false]);
});
