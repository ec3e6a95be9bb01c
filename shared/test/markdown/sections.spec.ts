import { describe, expect, test } from '@jest/globals';
import { findMentions, readMarkdown } from '@hub/shared/markdown/sections';

describe('mentions', () => {
  test.each<[string, string[]]>([
    ['Thanks @ann, and @bob-miller!', ['ann', 'bob-miller']],
    ['@Ann and @ANN are one', ['ann']],
    ['(@ann) "@bob" **@eve** _@ida_ ~~@joe~~ ***@kim***', ['ann', 'bob', 'eve', 'ida', 'joe', 'kim']],
    ['# For @ann\n\n> @bob\n\n- @eve\n\n| @ida |\n|---|\n| **@joe** |', ['ann', 'bob', 'eve', 'ida', 'joe']],
    ['A note[^1]\n\n[^1]: of @ann\n\n:::info\n@bob\n:::', ['bob', 'ann']],
    ['Ask @ann.', ['ann']],
    ['Ask @ann- or @-bob', ['ann']],
    ['@ann\\\n@bob\n@eve', ['ann', 'bob', 'eve']],
    ['write to ann@example.org or a.b@c or a+@ann.org', []],
    ['<ann@example.org> <mailto:ann@example.org>', []],
    ['https://example.org/@ann is a page, as are www.example.org/_@ann_ and <https://example.org/@ann>', []],
    ['[@ann](https://example.org/@bob) ![@eve](/x) [a]\n\n[a]: /@ida', []],
    ['@@ann and @ann@elsewhere.org', []],
    ['snake_@ann_case', []],
    ['`@ann` and ``x ` @bob`` but @eve', ['eve']],
    ['`code`@ann and [a](b)@bob', ['ann', 'bob']],
    ['```js\n@ann\n```\n@bob', ['bob']],
    ['~~~\n@ann\n~~~\n@bob', ['bob']],
    ['@bob\n```\n@ann never closed', ['bob']],
    ['Example:\n\n    @ann decorator\n', []],
    ['1. one\n   - two\n\n     ```java\n     class A {\n\n     @ann\n     }\n     ```\n', []],
    ['> ```\n> @ann\n> ```\n\n- a\n\n      @bob\n', []],
    ['<!-- @ann -->\n\na <!-- @bob --> b\n\n<div title="@eve">\n@ida\n</div>', []],
    ['<b title="@ann">x</b>', []],
    ['@a is too short', []],
    [`@${'x'.repeat(31)} is too long`, []],
    ['@jürgen has another handle', []],
    ['no one', []],
  ])('%j', (text, handles) => {
    expect(readMarkdown(text).mentions).toEqual(handles);
  });

  test('only the first ten handles count', () => {
    const text = Array.from({ length: 15 }, (_, i) => `@person-${i}`).join(' ');
    expect(readMarkdown(text).mentions).toEqual(Array.from({ length: 10 }, (_, i) => `person-${i}`));
  });
});

test('mentions of a text that is not parsed are found, at most ten', () => {
  expect(findMentions('@Ada, see `@grace` and ada@example.org')).toEqual(['ada', 'grace']);
  expect(findMentions(Array.from({ length: 12 }, (_, n) => `@user-${n}`).join(' '))).toHaveLength(10);
});

test('a text refers to what its readers see', () => {
  const { links, images, sections } = readMarkdown(
    '# See https://a.example/x_y_z.\n\n[b](/b "t") and ![c](/c.png) (www.d.example), [e][E], ![f][e]\n\n[e]: /e',
  );
  expect(links).toEqual(['https://a.example/x_y_z', '/b', 'http://www.d.example', '/e']);
  expect(images).toEqual(['/c.png', '/e']);
  expect(sections).toMatchObject([{ heading: 'See https://a.example/x_y_z.', text: 'b and c (www.d.example), e, f' }]);
});

describe('links of web addresses', () => {
  test.each<[string, string[]]>([
    [
      'https://a.example, http://b.example/x_y_z. (https://c.example/(d)) www.e.example!',
      ['https://a.example', 'http://b.example/x_y_z', 'https://c.example/(d)', 'http://www.e.example'],
    ],
    [
      '[one](https://a.example "t") [two][ref] [ref] ![no](https://b.example)\n\n[ref]: Https://c.example',
      ['https://a.example', 'https://c.example', 'https://c.example'],
    ],
    [
      '<https://a.example> <HTTP://b.example> HTTPS://c.example',
      ['https://a.example', 'http://b.example', 'https://c.example'],
    ],
    [
      '[a](www.a.example) [b](WWW.b.example:8443/x) [c](/www.c.example) [d](page.example)',
      ['https://www.a.example', 'https://WWW.b.example:8443/x'],
    ],
    [
      '**https://a.example** _https://b.example_ *www.c.example* ~~www.d.example~~ ~www.e.example',
      [
        'https://a.example',
        'https://b.example',
        'http://www.c.example',
        'http://www.d.example',
        'http://www.e.example',
      ],
    ],
    [
      '[https://a.example](https://b.example) [see www.c.example] [see https://d.example/x]',
      ['https://b.example', 'http://www.c.example', 'https://d.example/x'],
    ],
    ['https://a.example/_b_c and https://a.example/*b*c', ['https://a.example/_b_c', 'https://a.example/*b*c']],
    ['ahttps://a.example xwww.b.example 1https://c.example ftp://d.example', ['https://c.example']],
    [
      'https://a_b.example https://a.b_c https://a.b_c.d.e http:// https:///x www..',
      ['https://a.b_c.d.e', 'http://www'],
    ],
    [
      'https://a.example/&amp; https://b.example/x&copy; https://c.example?d=e&f=g;',
      ['https://a.example/', 'https://b.example/x', 'https://c.example?d=e&f=g'],
    ],
    [
      'https://a.example/"b" https://c.example\' https://d.example,https://e.example',
      ['https://a.example/%22b', 'https://c.example', 'https://d.example,https://e.example'],
    ],
    [
      '`https://a.example` <b>https://b.example</b> <a href="https://c.example">x</a>\n\n    https://d.example',
      ['https://b.example'],
    ],
    [
      '- https://a.example\n  - www.b.example\n\n> https://c.example\n\n| https://d.example |\n|---|\n| www.e.example |',
      ['https://a.example', 'http://www.b.example', 'https://c.example', 'https://d.example', 'http://www.e.example'],
    ],
    ['a@b.example <c@d.example> http://e@f.example/g', ['http://e@f.example/g']],
    [
      'https://a.example<b https://c.example`d` https://e.example\\f',
      ['https://a.example', 'https://c.example%60d%60', 'https://e.example%5Cf'],
    ],
    ['note[^1]\n\n[^1]: https://a.example', ['https://a.example']],
  ])('%j', (text, addresses) => {
    expect(readMarkdown(text).links.filter((address) => address.startsWith('http'))).toEqual(addresses);
  });
});
