import { expect, test } from '@jest/globals';
import { EventStreamParser } from './event-stream-parser';

test('events are parsed regardless of chunk boundaries', () => {
  const stream = ': ping\n\nevent: unread\nid: 1\ndata: {"unread_count":1}\n\ndata: two\ndata: lines\n\nevent: half';
  for (const size of [1, 3, 7, stream.length]) {
    const blocks = new EventStreamParser();
    const events = [];
    for (let at = 0; at < stream.length; at += size) events.push(...blocks.take(stream.slice(at, at + size)));
    expect(events).toEqual([
      { type: 'unread', data: '{"unread_count":1}' },
      { type: 'message', data: 'two\nlines' },
    ]);
  }
});

test('all line endings are accepted, also if a chunk splits CRLF', () => {
  const blocks = new EventStreamParser();
  expect(blocks.take('event: a\r')).toEqual([]);
  expect(blocks.take('\ndata: 1\r\n\r')).toEqual([]);
  expect(blocks.take('\ndata:2\r\n\r\n')).toEqual([
    { type: 'a', data: '1' },
    { type: 'message', data: '2' },
  ]);
});

test('comments and unknown fields are ignored', () => {
  expect(new EventStreamParser().take(': ping\n\nretry: 5\n\nid: 7\n\n')).toEqual([]);
});
