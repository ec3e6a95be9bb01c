import { expect, test } from '@jest/globals';
import { readCaptionFile } from './read-captions';

test('WebVTT becomes lines without formatting', async () => {
  const file = `WEBVTT

NOTE a comment

intro
00:01.000 --> 00:04.000 align:start
<v Ada>Hello <i>there</i></v>
and welcome

01:00:05.250 --> 01:00:07.000
Q &amp; A
`;
  expect(await readCaptionFile('talk.vtt', file)).toBe('0:01 Hello there and welcome\n1:00:05.250 Q & A');
});

test('SRT becomes lines', async () => {
  const file =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:01:05,000 --> 00:01:06,000\r\n<b>Two</b>\r\n';
  expect(await readCaptionFile('talk.srt', file)).toBe('0:01.500 One\n1:05 Two');
});

test('a file without captions is not a transcript', async () => {
  expect(await readCaptionFile('notes.txt', 'Just a text')).toBeUndefined();
});
