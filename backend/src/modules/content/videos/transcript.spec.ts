import { describe, expect, test } from '@jest/globals';
import { measureLeast, measureProcessorTime } from '../../../../test/support/event-loop.js';
import { formatTime, hasTimes, parseTime, parseTranscript, readTranscript, timedLines } from './transcript.js';
import { toCues, toWebVtt } from './captions/video-captions.service.js';

const toStoredTranscript = (text: string) => readTranscript(text).transcript;
const toCaptions = (transcript: string) => toWebVtt(toCues(transcript));

const vtt = `\uFEFFWEBVTT - A talk

NOTE This is a comment
1:00 --> of two lines

STYLE
::cue { color: red }

1
00:00.000 --> 00:02.500 align:start
<v Ada Lovelace>Hello &amp; welcome</v>

01:02:03.250 --> 01:02:05.000
<i>Two</i>
lines

00:05.000 --> 00:06.000
`;

const srt =
  '1\r\n00:00:01,500 --> 00:00:03,000\r\nFirst line\r\n\r\n2\r\n00:01:05,000 --> 00:01:07,000\r\nSecond\r\nline\r\n';

test.each([
  ['1:05', 65],
  ['01:05', 65],
  ['1:05.250', 65.25],
  ['1:05,5', 65.5],
  ['1:02:03', 3723],
  ['90:00', 5400],
])('%s is %d seconds', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds);
});

test.each(['', '5', '1:5', '1:65', '1:60:00', 'a:bc', '1:02:03:04', '1:05.1234', '12345:00'])(
  '"%s" is no time',
  (text) => {
    expect(parseTime(text)).toBeUndefined();
  },
);

test.each([
  [0, '0:00'],
  [65, '1:05'],
  [65.25, '1:05.250'],
  [3723, '1:02:03'],
  [59.9999, '1:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text);
});

describe('a transcript', () => {
  test('is stored as lines when it was typed', () => {
    expect(toStoredTranscript('  0:00 Hello  \r\n\r\nNo time\r\n')).toBe('0:00 Hello\n\nNo time');
  });

  test('is stored as lines when it is the content of a WebVTT file', () => {
    expect(toStoredTranscript(vtt)).toBe('0:00 Ada Lovelace: Hello & welcome\n1:02:03.250 Two lines');
  });

  test('is stored as lines when it is the content of an SRT file', () => {
    expect(toStoredTranscript(srt)).toBe('0:01.500 First line\n1:05 Second line');
  });

  test('may begin its lines with a time', () => {
    expect(parseTranscript('Intro\n1:05 Hello there\n1:05.250 Again\n2:30')).toEqual([
      { start: null, text: 'Intro' },
      { start: 65, text: 'Hello there' },
      { start: 65.25, text: 'Again' },
      { start: null, text: '2:30' },
    ]);
  });

  // The same cases as for the transcripts of the frontend.
  test.each([
    ['1:05 text', 65, 'text'],
    ['  01:05   text ', 65, 'text'],
    ['1:05.250 text', 65.25, 'text'],
    ['1:05,5 text', 65.5, 'text'],
    ['90:00 text', 5400, 'text'],
    ['1:02:03 text', 3723, 'text'],
    ['1000:00:00 text', 3_600_000, 'text'],
    ['0:75 foo', null, '0:75 foo'],
    ['1:60:00 foo', null, '1:60:00 foo'],
    ['1:5 foo', null, '1:5 foo'],
    ['1:05.1234 foo', null, '1:05.1234 foo'],
    ['12:30pm we meet', null, '12:30pm we meet'],
    ['1:02:03:04 foo', null, '1:02:03:04 foo'],
    ['12345:00 foo', null, '12345:00 foo'],
    ['2:30', null, '2:30'],
    ['At 1:05 we begin', null, 'At 1:05 we begin'],
    ['5 apples', null, '5 apples'],
  ])('has in the line "%s" the time %s', (line, start, text) => {
    expect(parseTranscript(line)).toEqual([{ start, text }]);
    expect(hasTimes(`Intro\n${line}`)).toBe(start !== null);
    expect(toCaptions(`Intro\n${line}`).includes('-->')).toBe(start !== null);
  });

  test('is stored with times and texts in one line, also when it was copied with times in lines of their own', () => {
    expect(toStoredTranscript('Intro\n0:00\nWelcome\nand hello\n 0:04 \nFirst\n0:09\n0:12\n0:15 Last\n0:20')).toBe(
      'Intro\n0:00 Welcome\nand hello\n0:04 First\n0:09\n0:15 Last\n0:20',
    );
  });

  test('has captions when a line has a time', () => {
    expect(hasTimes('Hello\n1:05 there')).toBe(true);
    expect(hasTimes('Hello at 1:05\nthere')).toBe(false);
  });

  test('continues a line by lines without a time, and is sorted by time', () => {
    expect(timedLines('Intro\n0:09 Late\n0:01 Early\nand more')).toEqual([
      { start: 1, text: 'Early\nand more' },
      { start: 9, text: 'Late' },
    ]);
  });

  test('makes captions that end with the next one, after eight seconds at most', () => {
    expect(toCaptions('0:00 One\n0:02 Two --> <b>\n0:02 Both\n1:00:00.5 Last')).toBe(
      [
        'WEBVTT\n',
        '00:00:00.000 --> 00:00:02.000\nOne\n',
        '00:00:02.000 --> 00:00:10.000\nTwo --&gt; &lt;b&gt;\n',
        '00:00:02.000 --> 00:00:10.000\nBoth\n',
        '01:00:00.500 --> 01:00:08.500\nLast\n',
      ].join('\n'),
    );
  });

  test('of hostile text takes little time', async () => {
    const length = 500_000;
    const texts = [' '.repeat(length), `a${' '.repeat(length)}b`, '<'.repeat(length), '<v '.repeat(length / 3)];
    const convert = () => {
      for (const text of texts) {
        toCaptions(toStoredTranscript(text));
        toCaptions(toStoredTranscript(`WEBVTT\n\n0:01 --> 0:02\n${text}`));
        toCaptions(toStoredTranscript(text.replaceAll('  ', '\n0:01 x\n')));
      }
    };
    expect(await measureLeast(4000, () => measureProcessorTime(convert))).toBeLessThan(4000);
  });
});
