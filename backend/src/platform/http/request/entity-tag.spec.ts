import { describe, expect, it } from '@jest/globals';
import { matchesEntityTag } from './entity-tag.js';

describe('noneMatch', () => {
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
