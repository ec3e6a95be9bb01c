import { expect, test } from '@jest/globals';
import { contrastRatio, MIN_CONTRAST_RATIO } from '../../lib/color';
import { getFallbackStyle, getReadableTextColor, getRoleName, getRoleTone, toCssStyle } from './roles';

test('built-in roles have a display name, custom roles use their own', () => {
  expect([getRoleName('CONTRIBUTOR'), getRoleName('TRANSLATOR')]).toEqual(['Contributor', 'TRANSLATOR']);
});

test('admin badges are red, editor yellow, contributor green, others gray', () => {
  const tones = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER', 'TRANSLATOR'].map(getRoleTone);
  expect(tones).toEqual(['red', 'amber', 'gray', 'green', 'gray', 'gray']);
});

test.each([
  ['#DC2626', '#FFFFFF', '#FFFFFF'],
  ['#16A34A', '#FFFFFF', '#1B2630'],
  ['#0EA5E9', '#FFFFFF', '#1B2630'],
  ['#112233', '#000000', '#FFFFFF'],
  ['#777777', '#999999', '#000000'],
  ['#16A34A', '#052E16', '#052E16'],
])('on %s a text of %s is shown in %s', (background_color, text_color, shown) => {
  expect(getReadableTextColor({ background_color, text_color })).toBe(shown);
  expect(toCssStyle({ ...getFallbackStyle('X'), background_color, text_color }).color).toBe(shown);
});

test('every gray background gets a readable text color', () => {
  for (let level = 0; level < 256; level++) {
    const background_color = `#${level.toString(16).padStart(2, '0').repeat(3)}`;
    const text_color = getReadableTextColor({ background_color, text_color: background_color });
    expect(contrastRatio(text_color, background_color)).toBeGreaterThanOrEqual(MIN_CONTRAST_RATIO);
  }
});
