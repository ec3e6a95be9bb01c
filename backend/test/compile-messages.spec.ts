import { describe, expect, test } from '@jest/globals';

const { compileMessages } = (await import(new URL('../../tools/lib/compile-messages.mjs', import.meta.url).href)) as {
  compileMessages: (messages: Record<string, string>, source?: Record<string, string>) => string;
};

/** The code of one message. */
const compile = (message: string, source = message): string =>
  /text: (.*),\n/.exec(compileMessages({ 'area.text': message }, { 'area.text': source }))?.[1] ?? '';

describe('a message becomes', () => {
  test.each([
    ["It''s `here`", "'It\\'s `here`'"],
    ['Use <b> and #1', "'Use <b> and #1'"],
    ['Hello, {name}!', '(name: string | number) => `Hello, ${name}!`'],
    ["'{name}' is no value", "'{name} is no value'"],
    ['`{name}` costs $', '(name: string | number) => `\\`${name}\\` costs $`'],
    ['{to} from {from}', '({ to, from }: { to: string | number; from: string | number }) => `${to} from ${from}`'],
    ['{n, number} of them', '(n: number) => `${formatNumber(n)} of them`'],
    ['{n, number, ::compact-short}', '(n: number) => `${abbreviate(n)}`'],
    [
      '{count, plural, =0 {none} one {one of {of}} other {# of {of}}}',
      '({ count, of }: { count: number; of: string | number }) => ' +
        "count === 0 ? 'none' : getPlural(count) === 'one' ? `one of ${of}` : `${formatNumber(count)} of ${of}`",
    ],
    ['{isOpen, select, true {open} other {}}', "(isOpen: boolean) => isOpen ? 'open' : ''"],
    ['{kind, select, video {a video} other {a page}}', "(kind: string) => kind === 'video' ? 'a video' : 'a page'"],
  ])('%s', (message, code) => {
    expect(compile(message)).toBe(code);
  });
});

describe('in another language', () => {
  test('values may stand in another order, or be left out', () => {
    expect(compile('von {from} nach {to}', '{to} from {from}')).toBe(
      '({ to, from }: { to: string | number; from: string | number }) => `von ${from} nach ${to}`',
    );
    expect(compile('ein Beitrag', '{count} posts')).toBe("(count: string | number) => 'ein Beitrag'");
  });

  test('a text that is missing is that of the source', () => {
    expect(compileMessages({}, { 'area.text': 'Hello' })).toContain("text: 'Hello'");
  });
});

test('names are objects, and numbered texts are lists', () => {
  expect(compileMessages({ 'a.list.0': 'x', 'a.list.1': 'y', 'a.b.c-d': 'z' })).toBe(
    "export const a = {\n  list: [\n    'x',\n    'y',\n  ],\n  b: {\n    'c-d': 'z',\n  },\n};\n",
  );
});

test.each([
  ['{name', '{name'],
  ['{count, plural, one {x}}', '{count, plural, one {x}}'],
  ['{count, selectordinal, one {#st} other {#th}}', '{count, selectordinal, one {#st} other {#th}}'],
  ['{at, date}', '{at, date}'],
  ['{nobody}', 'Hello'],
])('%s is refused by its name', (message, source) => {
  expect(() => compile(message, source)).toThrow(/^area\.text: /);
});
