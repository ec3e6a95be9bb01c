import { expect, test } from '@jest/globals';
import { type EmbedType, parseEmbedId } from './embeds.js';

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
