import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  arePixels,
  toCss,
  defaultStyle,
  styleDifferences,
  fontWeights,
  isGeneratedCss,
  type StyleTokens,
} from './style-tokens.js';

const editor = defaultStyle({ name: 'EDITOR', display_name: 'Editor', color: '#7C3AED' });

const pixels = fc.oneof(
  fc.constant('0'),
  fc.nat(240).map((tenths) => `${tenths / 10}px`),
);
const lengths = fc.array(pixels, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));
const color = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, '0')}`);
const styles: fc.Arbitrary<StyleTokens> = fc.record({
  display_name: fc.string(),
  background_color: color,
  text_color: color,
  border_color: fc.oneof(fc.constant(''), color),
  font_weight: fc.constantFrom(...fontWeights),
  font_size: pixels,
  border_radius: pixels,
  padding: lengths,
  margin: lengths,
  css_class: fc.constant('role-x'),
  is_active: fc.boolean(),
});

test('a role without a style has the badge of the specification in its own color', () => {
  const expected = {
    display_name: 'Editor',
    background_color: '#7C3AED',
    text_color: '#FFFFFF',
    border_color: '',
    font_size: '12px',
    border_radius: '4px',
    padding: '2px 8px',
    margin: '0 2px',
    css_class: 'role-editor',
    is_active: true,
  };
  expect(editor).toEqual({ ...expected, font_weight: 'medium' });
  expect(defaultStyle({ name: 'A_B', display_name: '', color: '' })).toMatchObject({
    background_color: '#6B7280',
    css_class: 'role-a-b',
  });
});

test('the CSS contains each property once', () => {
  expect(toCss(editor)).toBe(
    'background-color: #7C3AED; color: #FFFFFF; font-weight: 500; font-size: 12px; ' +
      'border-radius: 4px; padding: 2px 8px; margin: 0 2px;',
  );
  expect(toCss({ ...editor, border_color: '#000000', font_weight: 'bold' })).toContain(
    'border: 1px solid #000000; font-weight: 700;',
  );
});

test('only differences are stored, and restore the whole style', () => {
  expect(styleDifferences(editor, editor)).toEqual({});
  fc.assert(fc.property(styles, (style) => expect({ ...editor, ...styleDifferences(style, editor) }).toEqual(style)));
});

test('generated CSS is accepted', () => {
  fc.assert(fc.property(styles, (style) => isGeneratedCss(toCss(style))));
  for (const text of ['', ' ', ';', 'color:#FFFFFF', 'color: #ffffff;margin:0'])
    expect(isGeneratedCss(text)).toBe(true);
});

const payloads = [
  'background: url(//evil.example/x)',
  'background-color: url(//x)',
  'position:fixed',
  'color: #ffffff; position: fixed; inset: 0',
  ';}</style><script>alert(1)</script>',
  'color: #ffffff;}',
  'color: expression(alert(1))',
  'behavior: url(x)',
  '@import "//x"',
  'color: #ffffff !important',
  'color: var(--x)',
  'padding: calc(1px)',
  'padding: -1px',
  'padding: 1px 1px 1px 1px 1px',
  'margin: 99999px',
  'font-size: 12em',
  'color: #ffffff /* */',
  'color:: #ffffff',
  '-moz-binding: url(x)',
  'content: "x"',
  'color: red',
  'font-weight: 900',
  'border: 1px solid url(x)',
  '--x: 1px',
  '__proto__: 0',
  'constructor: 0',
  'c\\olor: #ffffff',
  'color: #ffffff\0',
  'COLOR: #ffffff',
  'color: #fff',
];

test.each(payloads)('%s is not generated CSS', (text) => expect(isGeneratedCss(text)).toBe(false));

test('accepted CSS contains expected characters only', () => {
  fc.assert(fc.property(fc.string(), (text) => !isGeneratedCss(text) || /^[a-z0-9#:;., -]*$/i.test(text)));
});

test('lengths are pixels within their bounds', () => {
  for (const good of ['0', '4px', '24px', '2.5px']) expect(arePixels(good, { max: 24 })).toBe(true);
  for (const bad of [
    '',
    '4',
    '25px',
    '-1px',
    '4 px',
    '4em',
    '4px 4px',
    '1e1px',
    '0x4px',
    'calc(4px)',
    '4px;',
    '4px\n',
    ' 4px',
    '4.55px',
    4,
    null,
    undefined,
    {},
    'px',
    '.5px',
    '00000px',
  ])
    expect([bad, arePixels(bad, { max: 24 })]).toEqual([bad, false]);
  expect(['1px', '1px 2px', '0 1px 2px 3px'].every((text) => arePixels(text, { max: 24, many: true }))).toBe(true);
  for (const bad of ['1px  2px', '1px 2px 3px 4px 5px', '1px,2px', '1px 25px', ''])
    expect(arePixels(bad, { max: 24, many: true })).toBe(false);
  expect([arePixels('0', { min: 8, max: 24, zero: false }), arePixels('7px', { min: 8, max: 24 })]).toEqual([
    false,
    false,
  ]);
});
