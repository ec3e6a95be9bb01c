import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { hostileYaml } from '../../../../../test/support/hostile-texts.js';
import { parseFrontMatter, parseMarkdownFile, printMarkdownFile } from './markdown-file.js';

const toml = {
  front: { title: 'One', tags: ['a'], draft: 'true', date: '2016-07-11', weight: '10' },
  content: 'x',
};
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
      { front: { title: 'One' }, content: 'Text\n' },
    ],
    ['that is empty', '---\n---\nText', { front: {}, content: 'Text' }],
    ['that is none: a line', '---\nText', { front: {}, content: '---\nText' }],
    ['that is none: a paragraph', '---\nText\n---\nmore', { front: {}, content: '---\nText\n---\nmore' }],
    [
      'with dates and the like as texts',
      '---\ndate: 2024-01-01\nno: no\n---\nx',
      { front: { date: '2024-01-01', no: 'no' }, content: 'x' },
    ],
    ['of TOML', '+++\ntitle = "One"\ntags = ["a"]\ndraft = true\ndate = 2016-07-11\nweight = 10\n+++\n\nx', toml],
    ['of TOML between hyphens', '---toml\ntitle = "One"\n---\nx', { front: { title: 'One' }, content: 'x' }],
    [
      'of JSON',
      '{\n  "title": "One",\n  "params": { "a": 1 }\n}\n\nText',
      { front: { title: 'One', params: { a: '1' } }, content: 'Text' },
    ],
    ['of JSON on one line', '{"title": "One"}\nText', { front: { title: 'One' }, content: 'Text' }],
    ['of JSON between hyphens', '---json\n{"title": "One"}\n---\nx', { front: { title: 'One' }, content: 'x' }],
    ['that ends with dots', '---\ntitle: One\n...\nText', { front: { title: 'One' }, content: 'Text' }],
    ['that is none: braces', '{ "a" b }\nText', { front: {}, content: '{ "a" b }\nText' }],
    ['that is none: a line of plus signs', '+++\nText', { front: {}, content: '+++\nText' }],
    [
      'with values as their texts',
      '---\ntitle: 1.10\na: 007\ntags: [3.10, 2.0, null]\nb: ~\nc: "null"\n---\nx',
      { front: { title: '1.10', a: '007', tags: ['3.10', '2.0', null], b: null, c: 'null' }, content: 'x' },
    ],
  ])('%s', (_what, text, expected) => expect(parse(text)).toEqual(expected));

  test.each<[what: string, text: string, message: RegExp]>([
    ['that is no YAML', '---\ntitle: [a\n---\nx', /not valid YAML/],
    ['with a field twice', '---\na: 1\na: 2\n---\nx', /not valid YAML/],
    ['with references', `---\na: &a [1]\nb: *a\n---\nx`, /refers to other parts/],
    ['that is no TOML', '+++\ntitle = [\n+++\nx', /not valid TOML/],
    ['that is no JSON', '---json\n{ "a": }\n---\nx', /not valid JSON/],
    ['that is too long', `---\na: ${'x'.repeat(70_000)}\n---\nx`, /too long/],
  ])('%s is refused', (_what, text, message) => expect(() => parse(text)).toThrow(message));

  test('takes references to single values', () => {
    expect(parse('---\ntitle: &name v1.10\nlinkTitle: *name\n---\nx').front).toEqual({
      title: 'v1.10',
      linkTitle: 'v1.10',
    });
  });

  test('rejects nested aliases (billion laughs)', () => {
    const levels = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`).join('\n');
    expect(() => parse(`---\nl0: &l0 ha\n${levels}\n---\nx`)).toThrow(/refers to other parts/);
  });
});

test.each<[what: string, bytes: Buffer]>([
  ['Latin-1', Buffer.from('Grüße', 'latin1')],
  ['UTF-16 that ends early', Buffer.from('\ufeffText', 'utf16le').subarray(0, 9)],
  ['NUL', Buffer.from('a\0b')],
])('%s is refused', (_what, bytes) => expect(() => parseMarkdownFile(bytes)).toThrow(/It is not /));

test('a printed file is parsed to the same text, byte for byte but for its line ends', () => {
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
      expect(parse(printMarkdownFile({ title: name }, text))).toEqual({
        front: { title: name },
        content: normalizeLineEnds(text),
      });
    }),
  );
});

test.each([
  Buffer.from('\ufeff---\ntitle: Grüße\n---\nText', 'utf16le'),
  Buffer.from('\ufeff---\ntitle: Grüße\n---\nText', 'utf16le').swap16(),
])('UTF-16 is read', (bytes) =>
  expect(parseMarkdownFile(bytes)).toEqual({ front: { title: 'Grüße' }, content: 'Text' }),
);

const hostileFiles = Object.entries(hostileYaml(16_000)).flatMap(([name, text]) => [
  [`YAML: ${name}`, `---\n${text}\n---\nx`] as const,
  [`TOML: ${name}`, `+++\n${text}\n+++\nx`] as const,
  [`JSON: ${name}`, `{"a": ${text}\n}\nx`] as const,
]);
const hostileJson = `{"a": ${'[{"a":'.repeat(2000)}\n${'}\n'.repeat(4000)}x`;

test.each([...hostileFiles, ['JSON: many ends', hostileJson] as const])(
  '%s of 16 KB take less than 50 ms',
  (_name, file) => {
    const times = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage();
      try {
        parse(file);
      } catch (error) {
        expect((error as Error).message).toMatch(
          /^Its front matter (is not valid (YAML|TOML)|refers to other parts of itself, which is not supported)\.$/,
        );
      }
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  },
);

test.each<[what: string, source: string, expected: unknown]>([
  ['nothing', '', {}],
  ['a comment', '# nothing', {}],
  ['a list', '- a', undefined],
  ['numbers and flags', 'a: 1984\nb: true\nc: 1.50\nd: ~', { a: '1984', b: 'true', c: '1.50', d: null }],
  [
    'texts that look like other types elsewhere',
    'a: yes\nb: 2024-01-01\nc: 012\nd: "1"',
    { a: 'yes', b: '2024-01-01', c: '012', d: '1' },
  ],
  ['block texts', 'a: |\n  x\n  y\nb: >\n  x\n  y\n', { a: 'x\ny\n', b: 'x y\n' }],
  ['an anchor without an alias', 'a: &x 1', { a: '1' }],
])('%s', (_what, source, expected) => expect(parseFrontMatter(source)).toEqual(expected));

test('a key named __proto__ is a usual key', () => {
  const front = parseFrontMatter('__proto__: { title: inherited }\nslug: own');
  expect([front?.['title'], front?.['slug'], Object.getPrototypeOf(front)]).toEqual([
    undefined,
    'own',
    Object.prototype,
  ]);
});

test.each<[what: string, source: string, message: RegExp]>([
  ['two documents', 'a: 1\n--- b\n', /not valid YAML/],
  ['an unknown tag', 'a: !js/function x', /not valid YAML/],
  ['more than 16 KB', `a: ${'ü'.repeat(8200)}`, /too long: at most 16 KB/],
  ['40 levels', `a: ${'['.repeat(40)}${']'.repeat(40)}`, /not valid YAML/],
])('%s is refused', (_what, source, message) => expect(() => parseFrontMatter(source)).toThrow(message));
