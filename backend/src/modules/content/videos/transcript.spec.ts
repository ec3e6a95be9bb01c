import { describe, expect, test } from '@jest/globals';
import { measureLeast, measureProcessorTime } from '../../../../test/support/event-loop.js';
import { hasTimes, readTranscript, timedLines } from './transcript.js';
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
