import { beforeEach, expect, test } from '@jest/globals';
import { hasPersistedText, persistText, readPersistedText } from './persisted-text';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  // localStorage exposes its keys as object properties.
  const proxy = new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  Object.defineProperty(globalThis, 'localStorage', { value: proxy, configurable: true });
});

test('a text is stored until it is sent', () => {
  persistText('a', 'half a sen');
  expect([readPersistedText('a')?.text, readPersistedText('b')]).toEqual(['half a sen', null]);
  persistText('a', '  ');
  expect([readPersistedText('a'), stored.size]).toEqual([null, 0]);
});

test('the base version is stored', () => {
  persistText('a', 'words', '2026-01-01');
  expect(readPersistedText('a')).toEqual({ text: 'words', typedAt: expect.any(Number), baseVersion: '2026-01-01' });
});

test('stored texts are found by key prefix', () => {
  persistText('comment/ann/1', 'words');
  expect([hasPersistedText('comment/ann/'), hasPersistedText('comment/bob/')]).toEqual([true, false]);
});

test('texts older than 30 days are deleted, other keys stay', () => {
  persistText('a', 'words');
  stored.set('hub-text/old', JSON.stringify({ text: 'old', typedAt: Date.now() - 31 * 24 * 60 * 60 * 1000 }));
  stored.set('hub-text/broken', '{');
  stored.set('session_token', 'x');
  expect(readPersistedText('old')).toBeNull();
  expect([...stored.keys()]).toEqual(['hub-text/a', 'session_token']);
});

test('refused storage causes no error', () => {
  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new Error('denied');
    },
    configurable: true,
  });
  persistText('a', 'words');
  expect([readPersistedText('a'), hasPersistedText('a')]).toEqual([null, false]);
});
