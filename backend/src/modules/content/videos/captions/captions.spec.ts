import { sourceTexts } from '../../../../platform/language/texts.js';
import { describe, expect, test } from '@jest/globals';
import { measureLeast, measureProcessorTime } from '../../../../../test/support/event-loop.js';
import { readTranscript } from '../transcript.js';
import { decodeText } from '../../../../platform/text-extraction/decode-text.js';
import { readCaptions } from './read-captions.js';
import { toCues, toWebVtt } from './video-captions.service.js';

const read = (text: string) => {
  const file = readCaptions(text);
  return (
    file && { ...file, problems: file.problems.map(({ line, message }) => `Line ${line}: ${message(sourceTexts)}`) }
  );
};
const cuesOf = (text: string) => read(text)?.cues.map((cue) => [cue.start, cue.end, cue.text]);
const problemsOf = (text: string) => read(text)?.problems;
/** A WebVTT file with one cue. */
const withText = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

describe('WebVTT', () => {
  test('has names of cues, settings, comments, styles and regions, which are not read', () => {
    const file = [
      'WEBVTT - A talk\nKind: captions\nLanguage: en',
      'NOTE This is a comment\n1:00 --> of two lines',
      'STYLE\n::cue { color: red }',
      'REGION\nid:left\nwidth:40%',
      'REGION: id=old width=40%',
      'intro\n00:01.000 --> 00:02.500 align:start region:left\nHello\nall',
      '01:02:03.250\t-->\t01:02:05.000\tline:0\n   Bye',
      'NOTE\nmore\nlines',
    ].join('\n\n');
    expect(read(file)).toEqual({
      format: 'webvtt',
      cues: [
        { start: 1, end: 2.5, text: 'Hello\nall' },
        { start: 3723.25, end: 3725, text: 'Bye' },
      ],
      problems: [],
    });
  });

  test.each([
    ['\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nA', [[1, 2, 'A']]],
    ['WEBVTT\n00:01.000 --> 00:02.000\nA', [[1, 2, 'A']]],
    [
      'WEBVTT\tname\r\r00:01.000 --> 00:02.000\rA\rB\r\rid\r00:03.000 --> 00:04.000\rC',
      [
        [1, 2, 'A\nB'],
        [3, 4, 'C'],
      ],
    ],
    [
      'WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nA\r\n\r\n00:03.000 --> 00:04.000\r\nB',
      [
        [1, 2, 'A'],
        [3, 4, 'B'],
      ],
    ],
    // No empty line is needed before times.
    [
      'WEBVTT\n\n00:01.000-->00:02.000\nA\n00:03.000\f-->\f00:04.000\nB',
      [
        [1, 2, 'A'],
        [3, 4, 'B'],
      ],
    ],
    // Nothing is shown of an empty cue.
    ['WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\n<i> </i>', []],
    ['WEBVTT', []],
    ['WEBVTT\n\n0:00:01.000 --> 000:00:02.000\nA', [[1, 2, 'A']]],
    ['WEBVTT\n\n1234:00:01.000 --> 1234:00:02.000\nA', [[4_442_401, 4_442_402, 'A']]],
  ])('%j', (file, cues) => {
    expect(cuesOf(file)).toEqual(cues);
    expect(problemsOf(file)).toEqual([]);
  });

  test.each([
    '0:01.000 --> 0:02.000',
    '00:75.000 --> 01:80.000',
    '60:00.000 --> 61:00.000',
    '00:00:60.000 --> 00:01:01.000',
    '00:01.00 --> 00:02.000',
    '00:01.0000 --> 00:02.000',
    '00:01,000 --> 00:02,000',
    '00:01.000 --> 2',
    '00:01.000 -- > --> 00:02.000',
    '00:01.000\v--> 00:02.000',
    '-00:01.000 --> 00:02.000',
    '99999:00:01.000 --> 99999:00:02.000',
    '-->',
  ])('times that the standard does not allow are named by line: %s', (times) => {
    expect(read(`WEBVTT\n\n${times}\nLost\n\n00:03.000 --> 00:04.000\nKept`)).toEqual({
      format: 'webvtt',
      cues: [{ start: 3, end: 4, text: 'Kept' }],
      problems: [`Line 3: “${times.replace(/\s+/g, ' ')}” is not a time.`],
    });
  });

  test('text without times and ends before starts are named by line', () => {
    expect(read('WEBVTT\n\nOnce upon\na time\n\n00:05.000 --> 00:04.000\nA\n\n00:06.000 --> 00:06.000\nB')).toEqual({
      format: 'webvtt',
      cues: [
        { start: 5, end: null, text: 'A' },
        { start: 6, end: null, text: 'B' },
      ],
      problems: [
        'Line 3: “Once upon” belongs to no caption.',
        'Line 6: The caption ends before it begins. Its end was left out.',
        'Line 9: The caption ends before it begins. Its end was left out.',
      ],
    });
    expect(problemsOf(`WEBVTT\n\n${'a'.repeat(200)}`)).toEqual([`Line 3: “${'a'.repeat(60)}…” belongs to no caption.`]);
  });
});

describe('SRT', () => {
  test.each([
    ['as it should be', '1\n00:00:01,500 --> 00:00:02,000\nOne\n\n2\n00:01:05,000 --> 00:01:06,000\nTwo\nlines\n'],
    [
      'with a byte order mark and CRLF',
      '\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:01:05,000 --> 00:01:06,000\r\nTwo\r\nlines',
    ],
    ['without empty lines', '1\n00:00:01,500 --> 00:00:02,000\nOne\n2\n00:01:05,000 --> 00:01:06,000\nTwo\nlines\n'],
    ['without numbers', '00:00:01,500 --> 00:00:02,000\nOne\n\n00:01:05,000 --> 00:01:06,000\nTwo\nlines\n'],
    [
      'with points, few digits and spaces',
      ' 7 \n\n 0:0:1.5-->0:0:2 \n One \n\n\n 9\n 0:01:05 , 0  -->  0:01:06,0 X1:10 X2:20\n\nTwo\n\n lines\n\n',
    ],
    ['without hours', '1\n00:01,500 --> 00:02,000\nOne\n\n2\n01:05,000 --> 01:06,000\nTwo\nlines\n'],
    [
      'with markup',
      '1\n00:00:01,500 --> 00:00:02,000\n{\\an8}<font color="#fff">One</font>\n\n' +
        '2\n00:01:05,000 --> 00:01:06,000\n<b>Two</b><br/><I>lines</I>\n',
    ],
  ])('%s', (_, file) => {
    expect(read(file)).toEqual({
      format: 'srt',
      cues: [
        { start: 1.5, end: 2, text: 'One' },
        { start: 65, end: 66, text: 'Two\nlines' },
      ],
      problems: [],
    });
  });

  test('cues may overlap, and consist of numbers', () => {
    expect(cuesOf('1\n00:00:01,000 --> 00:00:09,000\n42\n\n2\n00:00:02,000 --> 00:00:03,000\n43')).toEqual([
      [1, 9, '42'],
      [2, 3, '43'],
    ]);
    expect(cuesOf('00:00:01,000 --> 00:00:09,000\n42\n00:00:02,000 --> 00:00:03,000\n43')).toEqual([
      [1, 9, '42'],
      [2, 3, '43'],
    ]);
  });

  test('times that are none are named by line', () => {
    expect(read('1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:7x,000 --> 00:00:09,000\nB\n')).toEqual({
      format: 'srt',
      cues: [{ start: 1, end: 2, text: 'A' }],
      problems: ['Line 6: “00:00:7x,000 --> 00:00:09,000” is not a time.'],
    });
  });
});

test.each(['Just a text', '', '1\n2\n3', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nA', '0:01 a --> b'])(
  '%j is no caption file',
  (text) => {
    expect(read(text)).toBeUndefined();
  },
);

test.each([
  ['<v Ann>Hello', 'Ann: Hello'],
  ['<v.loud.first  Ann &amp; Lee >Hello</v> <v Bo>Hi', 'Ann & Lee: Hello Bo: Hi'],
  ['<v>Hello', 'Hello'],
  ['<i>Two</i> <c.red>words</c><00:02.000>\n<lang en>here</lang>', 'Two words\nhere'],
  ['<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>', '漢(kan)字(ji)'],
  ['<ruby>漢<rt>kan', '漢(kan)'],
  [
    'It&#39;s &quot;R&amp;D&quot; &#x1F600; &copy; &hellip; &amp;lt; AT&T &nosuch;',
    'It\'s "R&D" 😀 © … &lt; AT&T &nosuch;',
  ],
  ['x&nbsp;y&lrm;', 'x y\u200E'],
  ['1 < 2 > 1, a List<String>, <v Ann', '1 < 2 > 1, a List<String>, <v Ann'],
  ['&lt;b&gt; stays', '<b> stays'],
  ['{\\an8}{\\pos(1,2)}Up {here} {\\open', 'Up {here} {\\open'],
  ['  many   spaces\t', 'many spaces'],
])('the text %j is %j', (source, text) => {
  expect(cuesOf(withText(source))).toEqual([[1, 2, text]]);
});

test.each([
  ['utf-8', Buffer.from('Grüße'), 'Grüße'],
  ['utf-8', Buffer.from('\uFEFFGrüße'), 'Grüße'],
  ['windows-1252', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x96]), 'Grüße –'],
  ['utf-16le', Buffer.from('\uFEFF1\nGrüße 字', 'utf16le'), '1\nGrüße 字'],
  [
    'utf-16le',
    Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n字幕字幕', 'utf16le'),
    '1\n00:00:01,000 --> 00:00:02,000\n字幕字幕',
  ],
  ['utf-16be', Buffer.from('\uFEFF1\nGrüße', 'utf16le').swap16(), '1\nGrüße'],
  ['utf-16be', Buffer.from('1\nGrüße', 'utf16le').swap16(), '1\nGrüße'],
  ['utf-8', Buffer.from('NUL \0 in text'), 'NUL \0 in text'],
  ['utf-8', Buffer.alloc(0), ''],
])('%s is recognised', (encoding, bytes, text) => {
  expect(decodeText(bytes)).toEqual({ encoding, text });
});

describe('captions of a transcript', () => {
  const file = withText('Two\nlines').replace('00:02.000', '00:07.000');

  test('end as the file says while start and text are unchanged', () => {
    const { transcript, cues } = readTranscript(`${file}\n00:05.000 --> 00:06.500\nB`);
    expect(transcript).toBe('0:01 Two lines\n0:05 B');
    expect(toCues(transcript, cues)).toEqual([
      { start: 1, end: 7, text: 'Two\nlines' },
      { start: 5, end: 6.5, text: 'B' },
    ]);
    expect(toCues('0:01 Two lines\n0:05 C\n0:06 B', cues)).toEqual([
      { start: 1, end: 7, text: 'Two\nlines' },
      { start: 5, end: 6, text: 'C' },
      { start: 6, end: 14, text: 'B' },
    ]);
  });

  test('are read back from the WebVTT that is made of them', () => {
    const cues = toCues('0:01 A --> <b>B</b> & &amp;\nand more\n1000:00:00.001 NOTE', readCaptions(file)?.cues);
    expect(readCaptions(toWebVtt(cues))).toEqual({ format: 'webvtt', cues, problems: [] });
  });
});

// Lengths that requests may have. Each takes a few milliseconds; quadratic work would take minutes.
test('hostile files take little time', async () => {
  const length = 500_000;
  const units = [
    ' ',
    '<',
    '<v ',
    '<v.',
    '<v a>',
    '</',
    '{\\',
    '&',
    '&#',
    '&lt',
    '\n',
    '\r',
    '1:',
    '-->',
    '\n-->',
    '1\n',
    '\u2028',
    'y\u2028',
  ];
  const units2 = [
    '1 \u2028',
    '0:01 \u2028',
    '0:01 x\n',
    '0:01\n',
    '\n0:01',
    'NOTE\n',
    '<rt>',
    '1\n0:0:1-->0:0:2\n',
    '\n00:01.000 --> 00:02.000\nx',
  ];
  for (const unit of [...units, ...units2])
    for (const start of ['', 'WEBVTT\n\n00:01.000 --> 00:02.000\n']) {
      const text = (start + unit.repeat(length / unit.length)).slice(0, length);
      const readTwice = () => {
        const { transcript, cues } = readTranscript(text);
        readCaptions(toWebVtt(toCues(transcript, cues)));
      };
      const time = await measureLeast(1000, () => measureProcessorTime(readTwice));
      expect({ start, unit, isFast: time < 1000 }).toEqual({ start, unit, isFast: true });
    }
});
