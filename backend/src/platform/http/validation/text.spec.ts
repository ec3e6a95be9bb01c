import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { singleLine } from './text.js';

const code = (...points: number[]) => String.fromCodePoint(...points);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const bidi = [0x061c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)];
const zeroWidth = [
  0x00ad,
  0x034f,
  0x115f,
  0x1160,
  0x17b4,
  0x180e,
  0x200b,
  0x200c,
  0x200d,
  ...range(0x2060, 0x2064),
  0x206a,
  0x206f,
  0x3164,
  0xfe00,
  0xfe0f,
  0xfeff,
  0xffa0,
  0xfff9,
  0xfffb,
  0xe0001,
  0xe0041,
  0xe007f,
  0xe0100,
];
const controls = [0, 1, 7, 8, 0x0e, 0x1b, 0x7f, 0x80, 0x9b, 0x9f];
const breaks = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029];
const spaces = [0x20, 0xa0, 0x1680, 0x2000, 0x200a, 0x202f, 0x205f, 0x3000];

test.each([...bidi, ...zeroWidth, ...controls].map((point) => [point.toString(16), code(point)]))(
  'U+%s is removed',
  (_name, character) => {
    expect(singleLine(`Ada${character}Lovelace`)).toBe('AdaLovelace');
    expect(singleLine(`${character}Ada ${character} Lovelace${character}`)).toBe('Ada Lovelace');
    expect(singleLine(character)).toBe('');
  },
);

test.each([...breaks, ...spaces].map((point) => [point.toString(16), code(point)]))(
  'U+%s counts as a space',
  (_name, character) => {
    expect(singleLine(`Ada${character}Lovelace`)).toBe('Ada Lovelace');
    expect(singleLine(`${character}Ada${character}\r\n ${character}Lovelace${character}`)).toBe('Ada Lovelace');
  },
);

test('the result is composed, also around removed characters', () => {
  expect(singleLine('Ju\u0308rgen')).toBe('J\u00fcrgen');
  expect(singleLine('Ju\u200b\u0308rgen')).toBe('J\u00fcrgen');
  expect(singleLine('\u212bngstr\u00f6m')).toBe('\u00c5ngstr\u00f6m');
});

describe('invisible characters that affect the display stay', () => {
  test.each([
    ['a profession', '👩‍💻 Ada'],
    ['a skin tone within a sequence', '👩🏽‍🚀'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a heart on fire, with and without its selector', '❤️‍🔥 ❤‍🔥'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a national flag', '🇩🇪'],
    ['a keycap', '1️⃣ #️⃣'],
    ['a text symbol', '☎︎'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Urdu', 'اُردو‌زبان'],
    ['Hindi', 'क्‍ष र्‍य'],
    ['Bengali', 'র‍্য'],
    ['Sinhala', 'ශ්‍රී ලංකා'],
    ['Malayalam in its old spelling', 'മോഹന്‍'],
    ['Hindi at the end of a word', 'क्‍ क्‌'],
    ['Bengali at the end of a word', 'ত্‍'],
    ['Punjabi at the end of a word', 'ਕ੍‍'],
    ['Gujarati at the end of a word', 'ક્‍, ગુજ'],
    ['Odia at the end of a word', 'କ୍‍'],
    ['Tamil at the end of a word', 'க்‌'],
    ['Telugu at the end of a word', 'క్‌'],
    ['Kannada at the end of a word', 'ಕ್‍'],
    ['Sinhala at the end of a word', 'ක්‍'],
    ['Javanese', 'ꦏ꧀‌ꦏ ꦏ‌ꦏ ꦏ꧀‌'],
    ['Balinese', 'ᬓ᭄‌ᬓ ᬓ‍ᬓ ᬓ᭄‌'],
    ['Persian with a non-joiner before punctuation', 'کتاب‌(ها) کتابِ‌«ها»'],
    ['a variant of an ideograph', '葛\u{E0100}飾'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
    ['accents and scripts', 'Zoë Müller, Łódź, 東京, Ελλάδα, ไทย'],
    ['signs of its own', 'C++ & <b>"x"</b> – #1 … ½'],
  ])('%s', (_name, text) => {
    expect(singleLine(text)).toBe(text);
  });
});

describe('joiners and selectors without an effect are removed', () => {
  test.each([
    ['between Latin letters', 'ad\u200dmin', 'admin'],
    ['between digits', '1\u200c0', '10'],
    ['at the ends of Persian', '\u200cسلام\u200d', 'سلام'],
    ['twice in a row', 'می\u200c\u200cخواهم', 'میخواهم'],
    ['twice after a virama', 'क्\u200d\u200d\u200c', 'क्\u200d'],
    ['after a virama and a space', 'क् \u200d', 'क्'],
    ['a joiner between Persian and punctuation', 'سلام\u200d(', 'سلام('],
    ['a non-joiner between Latin and punctuation', 'a\u200c(b)', 'a(b)'],
    ['between Persian and Latin', 'س\u200da', 'سa'],
    ['after a single emoji', '👩\u200d', '👩'],
    ['between an emoji and a letter', '👩\u200da', '👩a'],
    ['after a letter', 'a\ufe0fb', 'ab'],
    ['after a digit that is no keycap', '1\ufe0f2', '12'],
    [
      'hidden text in tag characters',
      `🏴${code(...[...'hiddenmessage'].map((c) => 0xe0000 + c.charCodeAt(0)), 0xe007f)}`,
      '🏴',
    ],
    ['after an invisible Khmer vowel', '\u17b4\u200c\u0dd9', '\u0dd9'],
    ['variations in a row', 'ᠠ\u180b\u180c', 'ᠠ\u180b'],
    ['hidden text without a flag', `x${code(0xe0068, 0xe0069)}`, 'x'],
  ])('%s', (_name, text, expected) => {
    expect(singleLine(text)).toBe(expected);
  });
});

test('cleaning is idempotent and adds nothing', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ...[...bidi, ...zeroWidth, ...breaks, ...spaces].map((point) => code(point)),
      '👩',
      '🏽',
      '💻',
      '\u200d',
      '\u200c',
      'م',
      'ي',
      'क',
      '्',
      // Composing moves U+0951 behind U+094D, and joins U+0DD9 with U+0DCA.
      '\u0951',
      '\u0dd9',
      '\u0dca',
      '(',
      '葛',
      '1',
      '\u20e3',
      'e',
      '\u0301',
    ),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const once = singleLine(parts.join(''));
      expect(singleLine(once)).toBe(once);
      expect(once).not.toMatch(
        /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u200B\uFEFF\r\n\u2028\u2029]|^\s|\s$|\s\s/,
      );
    }),
    { numRuns: 2000 },
  );
});

test('a long text is cleaned fast', () => {
  const began = performance.now();
  for (const text of [
    '👩\u200d'.repeat(50_000),
    'م\u200c'.repeat(100_000),
    '्\u200d'.repeat(100_000),
    '\u200b'.repeat(200_000),
    ' \n'.repeat(100_000),
    `a${'\u0301\u0323'.repeat(100_000)}`,
    `a${'\u0301\u200b\u0323'.repeat(60_000)}`,
    '\u1100\u1161\u11a8'.repeat(60_000),
    '\ufdfa'.repeat(100_000),
  ])
    singleLine(text);
  expect(performance.now() - began).toBeLessThan(1000);
});
