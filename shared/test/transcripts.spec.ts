import { expect, test } from '@jest/globals';
import { formatTime, parseTime, parseTranscript } from '../src/transcripts.js';

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

test('may begin its lines with a time', () => {
  expect(parseTranscript('Intro\n1:05 Hello there\n1:05.250 Again\n2:30')).toEqual([
    { start: null, text: 'Intro' },
    { start: 65, text: 'Hello there' },
    { start: 65.25, text: 'Again' },
    { start: null, text: '2:30' },
  ]);
});

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
});

test('hostile transcripts take little time', () => {
  // Processor time: the clock also counts what other processes take.
  const before = process.threadCpuUsage();
  for (const text of ['y\u2028', '1 \u2028', '0:01 \u2028', ' ', '0:01 x\n', '\u2028'])
    parseTranscript(`0:01 ${text.repeat(500_000 / text.length)}\u2028y`);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2000);
});
