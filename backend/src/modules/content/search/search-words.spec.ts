import { expect, test } from '@jest/globals';
import { splitQuery, splitToLetters, toIndexWords } from './search-words.js';

const words = (text: string): string =>
  text
    .trim()
    .replace(/ *\n */g, ' | ')
    .replace(/ +/g, ' ');

test.each([
  ['nothing to split', 'Plain words, and a sentence. Well-known.', 'Plain words, and a sentence Well-known'],
  ['a file', 'Edit (application.yml).', 'Edit (application yml) | application.yml'],
  ['a path', '`/etc/nginx/default.conf`,', '` etc nginx default conf`, | /etc/nginx/default.conf'],
  ['an identifier', 'foo_bar.baz_qux()', 'foo bar baz qux() | foo_bar.baz_qux'],
  ['an address', 'mail support@hub.example', 'mail support hub example | support@hub.example'],
  ['a version', 'to v1.2.3 now', 'to v1 2 3 now | v1.2.3 1.2.3'],
  ['camelCase', 'getUserName', 'getUserName | get User Name'],
  ['options of commands', 'rm -rf --force a-b - x', 'rm -rf --force a-b - x | flagwordrf'],
  ['Chinese', '全文検索', '全文 文検 検索 索'],
  ['Japanese in another script', 'Webサーバーの', 'Web サー ーバ バー ーの の'],
  ['Korean', '검색 엔진', '검색 색 엔진 진'],
  ['one character', '索', '索'],
  ['each once', 'a.b a.b', 'a b a b | a.b'],
])('a text: %s', (_what, text, expected) => {
  expect(words(toIndexWords(text))).toBe(expected);
});

test('a query', () => {
  expect(words(splitQuery('全文検索 foo_bar.baz v1.2.3'))).toBe('全文 文検 検索 foo bar baz v1 2 3');
  expect(words(splitToLetters('全文 a.b'))).toBe('全 文 a b');
});

test('what is added has a limit', () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `h${i}.example.org/p${i}`).join(' ');
  expect(toIndexWords(text).length - text.length).toBeLessThan(21_000);
});
