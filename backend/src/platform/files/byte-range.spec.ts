import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseRange } from './file-sender.js';

describe('parseRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=5-', { start: 5, end: 9 }],
    ['bytes=5-99', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['Bytes=1-2', { start: 1, end: 2 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=5-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['lines=0-1', 'whole'],
    ['nonsense', 'whole'],
    [undefined, 'whole'],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });

  it('finds no range in an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable');
  });

  it('stays within the file', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^bytes=\d{0,6}-\d{0,6}$/), fc.nat(100_000), (header, size) => {
        const range = parseRange(header, size);
        return typeof range === 'string' || (0 <= range.start && range.start <= range.end && range.end < size);
      }),
    );
  });
});
