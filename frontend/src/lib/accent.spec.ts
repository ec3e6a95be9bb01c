import { expect, test } from '@jest/globals';
import { luminance } from '@mantine/core';
import { createAccent } from './accent';
import { contrastRatio } from './color';

const levels = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)));

const lightBackgrounds = ['#fbfcfd', '#fefefe', '#f5f7f9', '#ebeff2'];
const darkBackgrounds = ['#141b22', '#192129', '#10161c', '#222c36'];

test('texts, links and buttons are readable with every color in both color schemes', () => {
  const unreadable = colors.flatMap((color) => {
    const { shades, dark, darkTint } = createAccent(color);
    const pairs = [
      ...[...lightBackgrounds, shades[0]].map((background) => [shades[7], background] as const),
      ...[...darkBackgrounds, darkTint].map((background) => [dark, background] as const),
      // Filled buttons, also under the pointer; the theme chooses white or dark text by the luminance.
      ...(
        [
          [shades[7], shades[8]],
          [shades[4], shades[5]],
        ] as const
      ).flatMap(([fill, hovered]) => {
        const label = luminance(fill) > 0.32 ? '#1b2630' : '#fdfefe';
        return [[fill, label] as const, [hovered, label] as const];
      }),
    ];
    return pairs.filter(([one, other]) => contrastRatio(one, other) < 4.5).map((pair) => [color, ...pair].join(' '));
  });
  expect(unreadable).toEqual([]);
});

test('a color that is readable itself stays as it is', () => {
  expect(createAccent('#0e6662').shades[7]).toBe('#0e6662');
  expect(createAccent('#b3d4fc').shades[4]).toBe('#b3d4fc');
});

test('shades are colors, the first the lightest', () => {
  for (const color of ['#000000', '#ffffff', '#3b82f6', '#ff0000']) {
    const { shades, dark, darkTint } = createAccent(color);
    for (const shade of [...shades, dark, darkTint]) expect(shade).toMatch(/^#[\da-f]{6}$/);
    expect(luminance(shades[0])).toBeGreaterThanOrEqual(luminance(shades[9]));
  }
});
