import { expect, test } from '@jest/globals';
import { toStoredTranscript } from './transcript.js';

// The same cases as for the form of the frontend, which shows what such files contain.
test.each([
  ['speakers', 'WEBVTT\n\n0:01.000 --> 0:02.000\n<v Ada>Hello\n', '0:01 Ada: Hello'],
  ['speakers with a class', 'WEBVTT\n\n0:01.000 --> 0:02.000\n<v.loud Ada L.>Hello</v>\n', '0:01 Ada L.: Hello'],
  [
    'markup',
    'WEBVTT\n\n00:01.000 --> 00:04.000\n<i>Two</i> <c.red>lines</c><00:02.000>\nhere\n',
    '0:01 Two lines here',
  ],
  [
    'entities',
    'WEBVTT\n\n00:01.000 --> 00:04.000\nQ &amp; A &lt;b&gt; x&nbsp;y &copy;&lrm;\n',
    '0:01 Q & A <b> x y &copy;',
  ],
  ['a lone less-than sign', 'WEBVTT\n\n00:01.000 --> 00:04.000\n1 < 2\n', '0:01 1 < 2'],
  ['settings', 'WEBVTT\n\nintro\n01:00:05.250 --> 01:00:07.000 align:start\nEnd\n', '1:00:05.250 End'],
  [
    'comments, styles and empty cues',
    'WEBVTT - A\n\nNOTE a\nb\n\nSTYLE\n::cue { }\n\n0:05.0 --> 0:06.0\n\n0:07.0 --> 0:08.0\nB',
    '0:07 B',
  ],
  [
    'SRT',
    '\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nOne\r\n\r\n' +
      '2\r\n00:01:05,000 --> 00:01:06,000\r\n<b>Two</b>\r\nlines\r\n',
    '0:01.500 One\n1:05 Two lines',
  ],
  ['times that are none', 'WEBVTT\n\n0:75.000 --> 1:80.000\nNo\n\n0:01.000 --> 0:02.000\nYes', '0:01 Yes'],
])('reads a file with %s', (_, file, transcript) => {
  expect(toStoredTranscript(file)).toBe(transcript);
});
