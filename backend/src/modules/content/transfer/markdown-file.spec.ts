import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseMarkdownFile, printMarkdownFile, titleOf } from './markdown-file.js';

const parse = (text: string) => parseMarkdownFile(Buffer.from(text));

describe('front matter', () => {
  test.each<[what: string, text: string, expected: ReturnType<typeof parse>]>([
    [
      'and a blank line',
      '---\ntitle: One\ntags: [a, b]\n---\n\nText\n',
      { front: { title: 'One', tags: ['a', 'b'] }, content: 'Text\n' },
    ],
    ['without a blank line', '---\ntitle: One\n---\nText', { front: { title: 'One' }, content: 'Text' }],
    [
      'of Windows, after a byte order mark',
      '\ufeff---\r\ntitle: One\r\n---\r\n\r\nText\r\n',
      { front: { title: 'One' }, content: 'Text\r\n' },
    ],
    ['that is empty', '---\n---\nText', { front: {}, content: 'Text' }],
    ['that is none: a line', '---\nText', { front: {}, content: '---\nText' }],
    ['that is none: a paragraph', '---\nText\n---\nmore', { front: {}, content: '---\nText\n---\nmore' }],
    [
      'with dates and the like as texts',
      '---\ndate: 2024-01-01\nno: no\n---\nx',
      { front: { date: '2024-01-01', no: 'no' }, content: 'x' },
    ],
  ])('%s', (_what, text, expected) => expect(parse(text)).toEqual(expected));

  test.each<[what: string, text: string, message: RegExp]>([
    ['that is no YAML', '---\ntitle: [a\n---\nx', /not valid YAML/],
    ['with a field twice', '---\na: 1\na: 2\n---\nx', /not valid YAML/],
    ['with references', `---\na: &a [1]\nb: *a\n---\nx`, /refers to other parts/],
    ['that is too long', `---\na: ${'x'.repeat(70_000)}\n---\nx`, /too long/],
  ])('%s is refused', (_what, text, message) => expect(() => parse(text)).toThrow(message));

  test('a thousand laughs are not laughed', () => {
    const levels = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`).join('\n');
    expect(() => parse(`---\nl0: &l0 ha\n${levels}\n---\nx`)).toThrow(/refers to other parts/);
  });
});

test.each<[what: string, bytes: Buffer]>([
  ['Latin-1', Buffer.from('Grüße', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffText', 'utf16le')],
  ['NUL', Buffer.from('a\0b')],
])('%s is refused', (_what, bytes) => expect(() => parseMarkdownFile(bytes)).toThrow(/It is not /));

test('what is printed is read again, byte for byte', () => {
  const title = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('yes', '1984', '2024-01-01', '- a', 'a: b', '#', '---', "it's"),
  );
  const content = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\n', '\r\n', '\n\nx', '---\na: b\n---\n', 'x\r\n'),
  );
  fc.assert(
    fc.property(title, content, (name, text) => {
      fc.pre(!name.includes('\0') && !text.includes('\0') && !text.startsWith('\ufeff'));
      expect(parse(printMarkdownFile({ title: name }, text))).toEqual({ front: { title: name }, content: text });
    }),
  );
});

test.each<[content: string, path: string, title: string]>([
  ['# A heading\n', 'a.md', 'A heading'],
  ['text', 'guides/set-up_it.md', 'Set up it'],
  ['text', 'printers/README.md', 'Printers'],
  ['text', 'index.markdown', 'Index'],
])('the title of %j in %s', (content, path, title) => expect(titleOf(content, path)).toBe(title));
