/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { loom, vimeo, youTube } from './embed-protocols';

test('players start at the time, without cookies and tracking where the service allows it', () => {
  expect(youTube.getUrl('dQw4w9WgXcQ', 65.5)).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?autoplay=1&enablejsapi=1.*&start=65&/,
  );
  expect(vimeo.getUrl('76979871/abc123', 5)).toBe(
    'https://player.vimeo.com/video/76979871?h=abc123&autoplay=1&dnt=1#t=5s',
  );
  expect(vimeo.getUrl('76979871', 0)).not.toContain('h=');
  expect(loom.getUrl('abc', 5)).toBe('https://www.loom.com/embed/abc?autoplay=1&t=5');
});

test('an id cannot leave its place in the address', () => {
  expect(youTube.getUrl('../x?a', 0)).toContain('/embed/..%2Fx%3Fa?');
});

test.each([
  [youTube, '{"event":"infoDelivery","info":{"currentTime":12.5}}', 12.5],
  [youTube, '{"event":"onReady"}', undefined],
  [youTube, 'no json', undefined],
  [vimeo, '{"event":"timeupdate","data":{"seconds":3}}', 3],
  [vimeo, { event: 'timeupdate', data: { seconds: 4 } }, 4],
  [vimeo, null, undefined],
])('the time is read from messages of the player', (protocol, data, seconds) => {
  expect(protocol.readTime(data)).toBe(seconds);
});
