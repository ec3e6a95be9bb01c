import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contentDisposition } from './file-sender.js';
import { sanitizeFileName } from './files.js';

it.each([
  ['Bericht März.pdf', 'Bericht März.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\cat.png', 'cat.png'],
  ['a\r\nSet-Cookie: x\0.png', 'aSet-Cookie: x.png'],
  ['evil\u202Egnp.exe', 'evilgnp.exe'],
  ['   ', 'file'],
  ['uploads/', 'file'],
  ['.gitignore', '.gitignore'],
])('converts %j to %j', (given, expected) => {
  expect(sanitizeFileName(given)).toBe(expected);
});

it('shortens the stem and keeps the extension', () => {
  expect(sanitizeFileName(`${'x'.repeat(500)}.jpeg`)).toBe(`${'x'.repeat(195)}.jpeg`);
});

it('is always 1 to 200 characters, well-formed and without folders or control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
      const clean = sanitizeFileName(name);
      return clean.length > 0 && clean.length <= 200 && clean.isWellFormed() && !/[/\\\p{Cc}]/u.test(clean);
    }),
  );
});

it.each([
  ['cat.png', 'inline; filename=cat.png'],
  ['Grüße 🎉.png', `inline; filename="Gr__e _.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%F0%9F%8E%89.png`],
  [`a"b\\c%d;e'(f)*.png`, `inline; filename="a_b_c_d;e'(f)*.png"; filename*=UTF-8''a%22b%5Cc%25d%3Be%27%28f%29%2A.png`],
])('encodes the name %j in a header', (name, expected) => {
  expect(contentDisposition('inline', name)).toBe(expected);
});
