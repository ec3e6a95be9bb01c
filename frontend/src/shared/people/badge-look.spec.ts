import { expect, test } from '@jest/globals';
import { contrast, ENOUGH_CONTRAST } from '../../lib/contrast';
import { badgeStyle, fallbackLook, shownTextColour } from './badge-look';

test.each([
  ['#DC2626', '#FFFFFF', '#FFFFFF'],
  ['#16A34A', '#FFFFFF', '#1B2630'],
  ['#0EA5E9', '#FFFFFF', '#1B2630'],
  ['#112233', '#000000', '#FFFFFF'],
  ['#777777', '#999999', '#000000'],
  ['#16A34A', '#052E16', '#052E16'],
])('on %s a text of %s is shown in %s', (background_color, text_color, shown) => {
  expect(shownTextColour({ background_color, text_color })).toBe(shown);
  expect(badgeStyle({ ...fallbackLook('X'), background_color, text_color }).color).toBe(shown);
});

test('on every grey there is a colour that can be read', () => {
  for (let level = 0; level < 256; level++) {
    const background_color = `#${level.toString(16).padStart(2, '0').repeat(3)}`;
    const text_color = shownTextColour({ background_color, text_color: background_color });
    expect(contrast(text_color, background_color)).toBeGreaterThanOrEqual(ENOUGH_CONTRAST);
  }
});
