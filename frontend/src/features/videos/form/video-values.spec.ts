import { expect, test } from '@jest/globals';
import { proposeTitle } from './video-values';

test.each([
  ['how_to-tie.mp4', 'How to tie'],
  ['Retro 2026-11-27.mov', 'Retro 2026-11-27'],
  ['sea - knots.final.MKV', 'Sea knots.final'],
  ['  .mp4', ''],
  [`${'a'.repeat(300)}.mp4`, `A${'a'.repeat(199)}`],
])('%s becomes %s', (name, title) => {
  expect(proposeTitle(name)).toBe(title);
});
