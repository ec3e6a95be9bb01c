import { expect, test } from '@jest/globals';
import { EventBlocks } from './event-blocks';

test('events come out whole, however the bytes were cut', () => {
  const stream = ': ping\n\nevent: unread\nid: 1\ndata: {"unread_count":1}\n\ndata: two\ndata: lines\n\nevent: half';
  for (const size of [1, 3, 7, stream.length]) {
    const blocks = new EventBlocks();
    const events = [];
    for (let at = 0; at < stream.length; at += size) events.push(...blocks.take(stream.slice(at, at + size)));
    expect(events).toEqual([
      { type: 'unread', data: '{"unread_count":1}' },
      { type: 'message', data: 'two\nlines' },
    ]);
  }
});

test('lines may end as on any system, also where a chunk ends between the two characters of an end', () => {
  const blocks = new EventBlocks();
  expect(blocks.take('event: a\r')).toEqual([]);
  expect(blocks.take('\ndata: 1\r\n\r')).toEqual([]);
  expect(blocks.take('\ndata:2\r\n\r\n')).toEqual([
    { type: 'a', data: '1' },
    { type: 'message', data: '2' },
  ]);
});

test('comments and unknown fields are no events', () => {
  expect(new EventBlocks().take(': ping\n\nretry: 5\n\nid: 7\n\n')).toEqual([]);
});
