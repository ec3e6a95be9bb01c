import { describe, expect, test } from '@jest/globals';

const { compileMessages } = (await import(new URL('../../tools/lib/compile-messages.mjs', import.meta.url).href)) as {
  compileMessages: (messages: Record<string, string>) => string;
};

/** The code of one message. */
const compile = (message: string): string => /text: (.*),\n/.exec(compileMessages({ 'area.text': message }))?.[1] ?? '';

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
