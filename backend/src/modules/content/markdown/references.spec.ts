import { describe, expect, test } from '@jest/globals';
import { parseMarkdown } from './markdown-sections.js';
import { mentionsInUnparsed } from './references.js';

describe('mentions', () => {
  test.each<[string, string[]]>([
    ['Thanks @ann, and @bob-miller!', ['ann', 'bob-miller']],
    ['@Ann and @ANN are one', ['ann']],
    ['(@ann) "@bob" **@eve** _@ida_ ~~@joe~~ ***@kim***', ['ann', 'bob', 'eve', 'ida', 'joe', 'kim']],
    ['# For @ann\n\n> @bob\n\n- @eve\n\n| @ida |\n|---|\n| **@joe** |', ['ann', 'bob', 'eve', 'ida', 'joe']],
    ['A note[^1]\n\n[^1]: of @ann\n\n:::info\n@bob\n:::', ['ann', 'bob']],
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
    expect(parseMarkdown(text).mentions).toEqual(handles);
  });

  test('only the first ten handles count', () => {
    const text = Array.from({ length: 15 }, (_, i) => `@person-${i}`).join(' ');
    expect(parseMarkdown(text).mentions).toEqual(Array.from({ length: 10 }, (_, i) => `person-${i}`));
  });
});

test('mentions of a text that is not parsed are found, at most ten', () => {
  expect(mentionsInUnparsed('@Ada, see `@grace` and ada@example.org')).toEqual(['ada', 'grace']);
  expect(mentionsInUnparsed(Array.from({ length: 12 }, (_, n) => `@user-${n}`).join(' '))).toHaveLength(10);
});

test('a text refers to what its readers see', () => {
  const { links, images, sections } = parseMarkdown(
    '# See https://a.example/x_y_z.\n\n[b](/b "t") and ![c](/c.png) (www.d.example), [e][E], ![f][e]\n\n[e]: /e',
  );
  expect(links).toEqual(['https://a.example/x_y_z', '/b', 'http://www.d.example', '/e']);
  expect(images).toEqual(['/c.png', '/e']);
  expect(sections).toMatchObject([{ heading: 'See https://a.example/x_y_z.', text: 'b and c (www.d.example), e, f' }]);
});
