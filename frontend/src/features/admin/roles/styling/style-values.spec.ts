import { expect, test } from '@jest/globals';
import {
  getCssClass,
  createCssText,
  toBadgeStyle,
  getDefaultStyle,
  styleRules,
  type StyleValues,
} from './style-values';

const values: StyleValues = {
  display_name: 'Chief Editor',
  background_color: '#112233',
  text_color: '#EEEEEE',
  border_color: '#445566',
  font_weight: 'bold',
  font_size: '14px',
  border_radius: '9999px',
  padding: '4px 10px 4px 10px',
  margin: '0',
  css_class: 'chief',
  is_active: true,
};

const plain = getDefaultStyle('EDITOR');

test("the CSS text equals the server's output for the same values", () => {
  const declarations = createCssText('chief', toBadgeStyle(plain, values)).split('\n').slice(1, -1);
  expect(declarations.map((line) => line.trim()).join(' ')).toBe(
    'background-color: #112233; color: #EEEEEE; border: 1px solid #445566; font-weight: 700; font-size: 14px; ' +
      'border-radius: 9999px; padding: 4px 10px 4px 10px; margin: 0;',
  );
  expect(createCssText('chief', toBadgeStyle(plain, { ...values, border_color: '' }))).not.toContain('border:');
});

const payloads = [
  'url(//x)',
  '#fff url(//x)',
  'position:fixed',
  '4px; position:fixed',
  ';}</style>',
  'expression(alert(1))',
  'x y'.repeat(3414),
];

test.each(payloads)('%s is rejected in every field and reaches neither the preview nor the CSS', (payload) => {
  const fields = [
    'background_color',
    'text_color',
    'border_color',
    'font_size',
    'border_radius',
    'padding',
    'margin',
  ] as const;
  for (const field of fields) {
    expect(styleRules[field](payload)).toEqual(expect.any(String));
    const badgeStyle = toBadgeStyle(plain, { ...values, [field]: payload });
    expect(badgeStyle[field]).not.toContain(payload);
    expect(createCssText(getCssClass('EDITOR', payload), badgeStyle)).not.toContain(payload);
  }
  expect(styleRules.css_class(payload)).toEqual(expect.any(String));
});

test('lengths out of bounds are rejected', () => {
  for (const wrong of ['7px', '25px', '0', '12', '12em']) expect(styleRules.font_size(wrong)).not.toBeNull();
  for (const right of ['8px', '12.5px', '24px']) expect(styleRules.font_size(right)).toBeNull();
  for (const wrong of ['25px', '1px 1px 1px 1px 1px', '-1px', '']) expect(styleRules.padding(wrong)).not.toBeNull();
  for (const right of ['0', '2px 8px', '1px 2px 3px 4px']) expect(styleRules.padding(right)).toBeNull();
});

test('a role without a class gets one derived from its name', () => {
  expect([getCssClass('LEAD_EDITOR', ''), getCssClass('EDITOR', 'mine')]).toEqual(['role-lead-editor', 'mine']);
});

test("an empty color falls back to the role's", () => {
  expect(toBadgeStyle(getDefaultStyle('MINE', '#0EA5E9'), { ...values, background_color: '' }).background_color).toBe(
    '#0EA5E9',
  );
});
