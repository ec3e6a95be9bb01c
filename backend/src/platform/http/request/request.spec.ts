import { expect, test, describe, it } from '@jest/globals';
import { getClientIp, rateLimitAddress, matchesEntityTag } from './request.js';

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:0db8:85a3:0000:1:2:3:4', '2001:db8:85a3:0::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (ip, counted) => {
  expect(rateLimitAddress(ip)).toBe(counted);
});

test('a request whose connection has closed has an empty address', () => {
  expect(getClientIp({})).toBe('');
  expect(rateLimitAddress('')).toBe('');
});

describe('matchesEntityTag', () => {
  it.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('%s', (header, expected) => {
    expect(matchesEntityTag(header, '"a"')).toBe(expected);
  });
});
