import { expect, test } from '@jest/globals';
import { mainPlaylist, renditionPlaylist } from './playback.queries.js';

test('the main playlist names each quality', () => {
  const codecs = 'avc1.64001f,mp4a.40.2';
  expect(mainPlaylist([{ height: 480, width: 854, bitrate: 1_200_000, codecs }])).toBe(
    `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=1200000,RESOLUTION=854x480,CODECS="avc1.64001f,mp4a.40.2"
480.m3u8
`,
  );
});

test('the segments of a quality are ranges of its file', () => {
  const stored = `#EXTM3U
#EXT-X-MAP:URI="480.m4s",BYTERANGE="1301@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:52314@1301
480.m4s
#EXT-X-ENDLIST
`;
  expect(renditionPlaylist(stored, '/api/files/1/$&')).toBe(`#EXTM3U
#EXT-X-MAP:URI="/api/files/1/$&",BYTERANGE="1301@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:52314@1301
/api/files/1/$&
#EXT-X-ENDLIST
`);
});
