import { expect, test } from '@jest/globals';
import { parseTranscript } from './transcript';

test('lines begin with a time or have none', () => {
  expect(parseTranscript('Intro\n0:05 Hello\r\n\n1:02:03.250 The end\n12:30')).toEqual([
    { start: null, text: 'Intro' },
    { start: 5, text: 'Hello' },
    { start: 3723.25, text: 'The end' },
    { start: null, text: '12:30' },
  ]);
});

// The same cases as for the server's transcripts.
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
])('the line "%s" begins at %s', (line, start, text) => {
  expect(parseTranscript(line)).toEqual([{ start, text }]);
});

test('hostile transcripts take little time', () => {
  const started = performance.now();
  for (const text of ['y\u2028', '1 \u2028', '0:01 \u2028', ' ', '0:01 x\n', '\u2028'])
    parseTranscript(`0:01 ${text.repeat(500_000 / text.length)}\u2028y`);
  expect(performance.now() - started).toBeLessThan(2000);
});
