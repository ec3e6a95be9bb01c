import { describe, expect, test } from '@jest/globals';
import { JsonShape } from './json-parser.js';

const check = (text: string, chunkSize = text.length) => {
  const shape = new JsonShape();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkSize) shape.add(bytes.subarray(at, at + chunkSize));
};
const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0));
const object = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0])));
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe.each([1, 7, 100_000])('in chunks of %s bytes', (size) => {
  test('valid requests pass', () => {
    for (const text of ['{}', list(5000), object(1000), deep(32), JSON.stringify({ a: '[{,:"\\'.repeat(10_000) })]) {
      expect(() => check(text, size)).not.toThrow();
    }
  });

  test.each([
    ['levels', deep(33), 'nested too deeply'],
    ['keys', object(1001), 'too many fields'],
    ['keys of small objects', `[${'{"a":0},'.repeat(1001)}0]`, 'too many fields'],
    ['elements', list(6002), 'too many list items'],
    ['elements of small lists', `[${'[0,0],'.repeat(4000)}0]`, 'too many list items'],
  ])('too many %s are refused', (_what, text, sentence) => {
    expect(() => check(text, size)).toThrow(
      expect.objectContaining({ status: 400, code: 'bad_request', message: expect.stringContaining(sentence) }),
    );
  });
});

test('characters inside strings do not count, also escaped ones', () => {
  for (const text of ['"\\""', '"\\\\"', '"\\\\\\""']) expect(() => check(`[${text},${deep(31)}]`)).not.toThrow();
  expect(() => check(`["\\\\",${deep(32)}]`)).toThrow('nested too deeply');
  expect(() => check(`["\\"${'['.repeat(40)}"]`)).not.toThrow();
});
