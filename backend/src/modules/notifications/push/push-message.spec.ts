import { expect, test } from '@jest/globals';
import { composePushMessage } from './push-message.js';

test('the longest message is shorter than 3 KB', () => {
  const id = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';
  const longest = { id, title: '\u4e2d'.repeat(200), message: '\u4e2d'.repeat(1000), url: `/${'x'.repeat(500)}` };
  const { text } = composePushMessage({ ...longest, tag: `thread:${id}` }, 'de');
  expect(Buffer.byteLength(text)).toBeLessThan(3000);
  expect(JSON.parse(text)).toMatchObject({ url: longest.url, language: 'de', text: expect.stringMatching(/…$/) });
});
