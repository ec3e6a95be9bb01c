import { beforeEach, expect, test } from '@jest/globals';
import { keepText, keptText } from './kept-text';

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
  expect([keptText('a'), keptText('b')]).toEqual(['half a sen', '']);
  keepText('a', '  ');
  expect([keptText('a'), stored.size]).toEqual(['', 0]);
});

test('what is older than 30 days goes, other things stay', () => {
  keepText('a', 'words');
  stored.set('hub-text/old', JSON.stringify({ text: 'old', typedAt: Date.now() - 31 * 24 * 60 * 60 * 1000 }));
  stored.set('hub-text/broken', '{');
  stored.set('session_token', 'x');
  expect(keptText('old')).toBe('');
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
  expect(keptText('a')).toBe('');
});
