import { expect, test } from '@jest/globals';
import { isolated } from './notification-store.js';

test.each(['Ada', 'Jürgen 👩‍💻', '日本', ''])('left-to-right text stays as it is: %s', (text) => {
  expect(isolated(text)).toBe(text);
});

test.each(['אדה', 'كتاب 2', 'Rules של'])('text with right-to-left letters is isolated: %s', (text) => {
  expect(isolated(text)).toBe(`\u2068${text}\u2069`);
});
