import { expect, test } from '@jest/globals';
import { formatTranscript, parseTranscript } from './transcript';

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
