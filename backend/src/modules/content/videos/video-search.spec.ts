import { expect, test } from '@jest/globals';
import type { SearchTextParser } from '../search/search-text-parser.js';
import type { VideoFields } from './video.js';
import { toSearchText, videoTexts } from './video-search.js';

const createVideo = (fields: Partial<VideoFields>): VideoFields => ({
  description: '',
  chapters: [],
  transcript: '',
  ...fields,
});

test('the description is indexed as its reader sees it, the other texts as they are', () => {
  const { text, isProvisional } = toSearchText(
    createVideo({
      description: 'All about **splices**.\n\n## Tools\n\nA [fid](https://example.org).',
      chapters: [{ title: 'Eye *splice*', start_time: 65, description: 'Three __tucks__' }],
      transcript: '0:10 Hello *you*',
    }),
  );
  expect(isProvisional).toBe(false);
  expect(text.pieces).toEqual([
    { heading: null, anchor: '', text: 'All about splices.' },
    { heading: 'Tools', anchor: 'tools', text: 'A fid.' },
    { heading: 'Eye *splice*', anchor: '?t=65', text: 'Three __tucks__' },
    { heading: '0:10', anchor: '?t=10', text: 'Hello *you*' },
  ]);
});

test('a long description is indexed as plain words until it is parsed in the background', async () => {
  const description = '**rope** '.repeat(2000);
  const video = createVideo({ description, transcript: '0:10 Hello' });
  expect(toSearchText(video)).toMatchObject({ isProvisional: true });
  const parsed = { text: { pieces: [{ heading: null, anchor: '', text: 'rope' }] }, isProvisional: false };
  const parser = { parseInBackground: () => Promise.resolve(parsed) } as unknown as SearchTextParser;
  const indexed = await videoTexts(parser).parse(JSON.stringify(video), 'id');
  expect(indexed).toMatchObject({ isProvisional: false, text: { body: 'rope\nHello' } });
});
