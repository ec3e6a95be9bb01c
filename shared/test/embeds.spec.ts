import { expect, test } from '@jest/globals';
import {
  defaultEmbedHosts,
  type EmbedType,
  findEmbed,
  getEmbedOrigins,
  parseEmbedId,
  toEmbedHost,
} from '../src/embeds.js';

const LOOM = '0123456789abcdef0123456789abcdef';

test.each<[EmbedType, string, string]>([
  ['YOUTUBE', 'https://www.youtube.com/watch?v=jNQXAC9IVRw', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://www.youtube.com/watch?list=x&v=jNQXAC9IVRw&t=65s', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'http://m.youtube.com/watch?v=jNQXAC9IVRw', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://youtu.be/jNQXAC9IVRw?si=abc', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://youtube.com/shorts/jNQXAC9IVRw', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://www.youtube.com/embed/jNQXAC9IVRw', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://www.youtube.com/live/jNQXAC9IVRw', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://www.youtube-nocookie.com/embed/jNQXAC9IVRw', 'jNQXAC9IVRw'],
  ['VIMEO', 'https://vimeo.com/76979871', '76979871'],
  ['VIMEO', 'https://vimeo.com/76979871/8272103f6e', '76979871/8272103f6e'],
  ['VIMEO', 'https://player.vimeo.com/video/76979871?h=8272103f6e', '76979871/8272103f6e'],
  ['VIMEO', 'https://vimeo.com/channels/staffpicks/76979871', '76979871'],
  ['VIMEO', 'https://vimeo.com/groups/short-films/videos/76979871', '76979871'],
  ['VIMEO', 'https://vimeo.com/showcase/3253534/video/76979871', '76979871'],
  ['VIMEO', 'https://vimeo.com/album/3253534/video/76979871', '76979871'],
  ['VIMEO', 'https://vimeo.com/showcase/3253534/video/76979871?h=8272103f6e', '76979871/8272103f6e'],
  ['LOOM', `https://www.loom.com/share/${LOOM}`, LOOM],
  ['LOOM', `https://loom.com/share/A-short-tour-${LOOM}?sid=1`, LOOM],
  ['LOOM', `https://www.loom.com/embed/${LOOM}`, LOOM],
])('%s has the video of %s', (type, url, id) => {
  expect(parseEmbedId(type, url)).toBe(id);
});

test.each<[EmbedType, string]>([
  ['YOUTUBE', 'jNQXAC9IVRw'],
  ['YOUTUBE', 'https://www.youtube.com/watch?v=short'],
  ['YOUTUBE', 'https://www.youtube.com/watch'],
  ['YOUTUBE', 'https://www.youtube.com/@channel'],
  ['YOUTUBE', 'https://www.youtube.com/embed/..%2F..%2Fetc'],
  ['YOUTUBE', 'https://youtube.com.example.org/watch?v=jNQXAC9IVRw'],
  ['YOUTUBE', 'https://notyoutube.com/watch?v=jNQXAC9IVRw'],
  ['YOUTUBE', 'https://example.org/?https://youtu.be/jNQXAC9IVRw'],
  ['YOUTUBE', 'https://youtu.be@example.org/jNQXAC9IVRw'],
  ['YOUTUBE', 'https://user@youtu.be/jNQXAC9IVRw'],
  ['YOUTUBE', 'javascript://youtu.be/jNQXAC9IVRw'],
  ['YOUTUBE', 'https://vimeo.com/76979871'],
  ['VIMEO', 'https://vimeo.com/about'],
  ['VIMEO', 'https://vimeo.com/showcase/3253534'],
  ['VIMEO', 'https://vimeo.com/album/3253534/video/'],
  ['VIMEO', 'https://vimeo.com/76979871/not-a-hash'],
  ['VIMEO', 'https://youtu.be/jNQXAC9IVRw'],
  ['LOOM', 'https://www.loom.com/share/123'],
  ['LOOM', `https://www.loom.com/looms/${LOOM}`],
])('%s has no video of %s', (type, url) => {
  expect(parseEmbedId(type, url)).toBeUndefined();
});

const VIDEO = 'jNQXAC9IVRw';
const hosts = [...defaultEmbedHosts, 'tube.example.org'];

test.each([
  [
    `https://www.youtube.com/watch?v=${VIDEO}&t=1m5s`,
    `https://www.youtube-nocookie.com/embed/${VIDEO}?autoplay=1&playsinline=1&rel=0&start=65`,
  ],
  [`https://youtu.be/${VIDEO}`, `https://www.youtube-nocookie.com/embed/${VIDEO}?autoplay=1&playsinline=1&rel=0`],
  [
    'https://vimeo.com/76979871/8272103f6e#t=30s',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e#t=30s',
  ],
  [`https://www.loom.com/share/${LOOM}`, `https://www.loom.com/embed/${LOOM}?autoplay=1`],
  [
    'https://tube.example.org/w/9c9de5e8-0a1e-484a-b099-e80766180a6d?start=1m',
    'https://tube.example.org/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?autoplay=1&p2p=0&start=60',
  ],
  [
    'https://tube.example.org/videos/watch/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://tube.example.org/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv?autoplay=1&p2p=0',
  ],
  ['https://codepen.io/ada/pen/abcXYZ', 'https://codepen.io/ada/embed/abcXYZ?default-tab=result'],
  ['https://jsfiddle.net/ada/u8b29xyz/2/', 'https://jsfiddle.net/ada/u8b29xyz/2/embedded/result/'],
  ['https://stackblitz.com/edit/react-ts?file=x', 'https://stackblitz.com/edit/react-ts?embed=1'],
])('%s is shown in a frame', (address, url) => {
  const embed = findEmbed(address, hosts);
  expect(embed?.url).toBe(url);
  // The policy of the page allows it.
  expect(getEmbedOrigins(hosts)).toContain(new URL(url).origin);
  expect(findEmbed(address, [])).toBeUndefined();
});

test.each([
  `http://www.youtube.com/watch?v=${VIDEO}`,
  `//www.youtube.com/watch?v=${VIDEO}`,
  `javascript://www.youtube.com/watch?v=${VIDEO}`,
  `https://youtube.com.evil.example/watch?v=${VIDEO}`,
  `https://evil.example/youtube.com/watch?v=${VIDEO}`,
  `https://notyoutube.com/watch?v=${VIDEO}`,
  `https://sub.youtube.com/watch?v=${VIDEO}`,
  `https://youtube.com@evil.example/watch?v=${VIDEO}`,
  `https://user@youtube.com/watch?v=${VIDEO}`,
  `https://user:word@youtube.com/watch?v=${VIDEO}`,
  `https://youtube.com:443/watch?v=${VIDEO}`,
  `https://youtube.com:8443/watch?v=${VIDEO}`,
  `https://youtube.com./watch?v=${VIDEO}`,
  `https://%79outube.com/watch?v=${VIDEO}`,
  `https://ｙoutube.com/watch?v=${VIDEO}`,
  `https://you\ttube.com/watch?v=${VIDEO}`,
  `https:\\\\youtube.com\\watch?v=${VIDEO}`,
  ` https://youtube.com/watch?v=${VIDEO}`,
  'https://youtube.com/watch?v="onload="alert',
  'https://youtube.com/watch?v=..%2F..%2Fevil',
  'https://youtube.com/embed/%22onload%3Dx%22',
  'https://vimeo.com/76979871"',
  'https://codepen.io/ada/pen/<script>',
  'https://codepen.io/ada/pen/..%2f..%2fx',
  'https://jsfiddle.net/../evil/',
  'https://stackblitz.com/edit/x/../../y',
  'https://tube.example.org/w/short',
  'https://tube.example.org/login?next=/w/kkGMgK9ZtnKfYAgnEtQxbv',
  'https://www.tube.example.org.evil.example/w/kkGMgK9ZtnKfYAgnEtQxbv',
  'https://other.example.org/w/kkGMgK9ZtnKfYAgnEtQxbv',
])('%s is a plain link', (address) => {
  expect(findEmbed(address, hosts)).toBeUndefined();
});

test.each([
  [' Tube.Example.org ', 'tube.example.org'],
  ['https://tube.example.org/about', 'tube.example.org'],
  ['www.youtube.com', 'youtube.com'],
  ['youtu.be', 'youtube.com'],
  ['https://player.vimeo.com', 'vimeo.com'],
  ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('%j is the host %s', (typed, host) => {
  expect(toEmbedHost(typed)).toBe(host);
});

test.each([
  '',
  'localhost',
  '127.0.0.1',
  '[::1]',
  '*',
  '*.example.org',
  'tube.example.org:8443',
  'user@tube.example.org',
  'http://tube.example.org',
  "tube.example.org 'unsafe-inline'",
  'tube.example.org; script-src *',
  'constructor',
  '-.example.org',
  `${'a'.repeat(64)}.org`,
])('%j is no host', (typed) => {
  expect(toEmbedHost(typed)).toBeUndefined();
});
