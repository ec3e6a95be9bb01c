import { expect, test } from '@jest/globals';
import { createCaptions, formatTranscript, parseTranscript } from './transcript';

test('lines begin with a time or have none', () => {
  expect(parseTranscript('Intro\n0:05 Hello\r\n\n1:02:03.250 The end\n12:30')).toEqual([
    { start: null, text: 'Intro' },
    { start: 5, text: 'Hello' },
    { start: 3723.25, text: 'The end' },
  ]);
});

test('words that look like a time in the middle stay text', () => {
  expect(parseTranscript('At 1:05 we begin\n5 apples')).toEqual([
    { start: null, text: 'At 1:05 we begin' },
    { start: null, text: '5 apples' },
  ]);
});

test('a formatted transcript is parsed to the same lines', () => {
  const lines = [
    { start: null, text: 'Intro' },
    { start: 59.999, text: 'Nearly a minute' },
    { start: 65, text: 'Then' },
  ];
  expect(formatTranscript(lines)).toBe('Intro\n0:59.999 Nearly a minute\n1:05 Then');
  expect(parseTranscript(formatTranscript(lines))).toEqual(lines);
});

test('a caption ends where the next begins, and after 8 seconds', () => {
  expect(createCaptions(parseTranscript('0:01 One\n0:03 Two\n0:30 Three'))).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nOne\n\n00:00:03.000 --> 00:00:11.000\nTwo\n\n' +
      '00:00:30.000 --> 00:00:38.000\nThree\n',
  );
  expect(createCaptions(parseTranscript('No times'))).toBeUndefined();
});

test('captions cannot contain markup', () => {
  const captions = createCaptions([{ start: 0, text: '<b>Q & A</b> &lt;img&gt; --> x' }]) ?? '';
  expect(captions.split('\n')[3]).toBe(
    '&amp;lt;b&amp;gt;Q & A&amp;lt;/b&amp;gt; &amp;amp;lt;img&amp;amp;gt; --&amp;gt; x',
  );
});
