import { describe, expect, test } from '@jest/globals';

const { compileMessages, compileTranslations } = (await import(
  new URL('../../tools/lib/compile-messages.mjs', import.meta.url).href
)) as {
  compileMessages: (messages: Messages) => string;
  compileTranslations: (area: string, messages: Messages, source: Messages) => string;
};

type Messages = Record<string, string>;

/** The code of one message. */
const compile = (message: string): string => /text: (.*),\n/.exec(compileMessages({ 'area.text': message }))?.[1] ?? '';

describe('a message becomes', () => {
  test.each([
    ["It''s `here`", "'It\\'s `here`'"],
    ['Use <b> and #1', "'Use <b> and #1'"],
    ['Hello, {name}!', '(name: string | number): string => `Hello, ${name}!`'],
    ["'{name}' is no value", "'{name} is no value'"],
    ['`{name}` costs $', '(name: string | number): string => `\\`${name}\\` costs $`'],
    [
      '{to} from {from}',
      '({ to, from }: { to: string | number; from: string | number }): string => `${to} from ${from}`',
    ],
    ['{n, number} of them', '(n: number): string => `${formatNumber(n)} of them`'],
    ['{n, number, ::compact-short}', '(n: number): string => `${abbreviate(n)}`'],
    [
      '{count, plural, =0 {none} one {one of {of}} other {# of {of}}}',
      '({ count, of }: { count: number; of: string | number }): string => ' +
        "count === 0 ? 'none' : getPlural(count) === 'one' ? `one of ${of}` : `${formatNumber(count)} of ${of}`",
    ],
    ['{isOpen, select, true {open} other {}}', "(isOpen: boolean): string => isOpen ? 'open' : ''"],
    [
      '{kind, select, video {a video} other {a page}}',
      "(kind: string): string => kind === 'video' ? 'a video' : 'a page'",
    ],
  ])('%s', (message, code) => {
    expect(compile(message)).toBe(code);
  });
});

test('names are objects, and numbered texts are lists', () => {
  expect(compileMessages({ 'a.list.0': 'x', 'a.list.1': 'y', 'a.b.c-d': 'z' })).toBe(
    "export const a = {\n  list: [\n    'x',\n    'y',\n  ],\n  b: {\n    'c-d': 'z',\n  },\n};\n",
  );
});

test.each([
  '{name',
  '{count, plural, one {x}}',
  '{count, plural, offset:1 one {#} other {#}}',
  '{count, selectordinal, one {#st} other {#th}}',
  '{share, number, percent}',
  '{at, date}',
  '{0}',
  '{new}',
])('%s is refused by its name', (message) => {
  expect(() => compile(message)).toThrow(/^area\.text: /);
});

describe('a translation', () => {
  const source = { 'area.to': '{to} from {from}', 'area.count': '{count, number} items', 'area.plain': 'Plain' };
  const compileGerman = (messages: Messages) => compileTranslations('area', { ...source, ...messages }, source);

  test('has the type of its source, and uses values in its own order', () => {
    expect(
      compileTranslations(
        'area',
        {
          'area.plain': 'Einfach',
          'area.count': '{count, plural, one {1 Stück} other {# Stück}}',
          'area.to': 'Von {from}',
        },
        source,
      ),
    ).toBe(
      "import { formatNumber, getPlural } from '../../lib/message-format';\n" +
        "import type * as source from '../area';\n\n" +
        'export const area: typeof source.area = {\n' +
        '  to: ({ from }) => `Von ${from}`,\n' +
        "  count: (count) => getPlural(count) === 'one' ? '1 Stück' : `${formatNumber(count)} Stück`,\n" +
        "  plain: 'Einfach',\n};\n",
    );
  });

  test('may leave out values', () => {
    expect(compileGerman({ 'area.to': 'Verschoben', 'area.count': 'Einige' })).toContain("to: () => 'Verschoben'");
  });

  test.each<[Messages, string]>([
    [{ 'area.too': 'x' }, 'not in the source: area.too'],
    [{ 'area.plain': '{name}' }, 'area.plain: the source has no value {name}'],
    [{ 'area.count': '{cuont}' }, 'area.count: the source has no value {cuont}'],
    [{ 'area.to': '{to, plural, one {x} other {y}}' }, 'area.to: {to} is no number in the source'],
  ])('with %j is refused', (messages, error) => {
    expect(() => compileGerman(messages)).toThrow(error);
  });

  test('that is missing is named', () => {
    const { 'area.to': _to, 'area.plain': _plain, ...rest } = source;
    expect(() => compileTranslations('area', rest, source)).toThrow('without a translation: area.to, area.plain');
  });
});
