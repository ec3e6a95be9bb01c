/** A quality of a video, as the main playlist names it. */
export interface PlaylistRendition {
  /** in pixels */
  height: number;
  width: number;
  /** bits per second */
  bitrate: number;
  codecs: string;
}

/** Media type of HLS playlists (RFC 8216). */
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** @param renditions the smallest first: players begin with the first one until they know their bandwidth */
export const mainPlaylist = (renditions: readonly PlaylistRendition[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ height, width, bitrate, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bitrate},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      `${height}.m3u8`,
    ]),
    '',
  ].join('\n');

/** @param stored a playlist whose segments are byte ranges of one file; every address in it becomes `url` */
export const renditionPlaylist = (stored: string, url: string): string =>
  stored
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#')) return line.replace(/\bURI="[^"]*"/, () => `URI="${url}"`);
      return line.trim() ? url : line;
    })
    .join('\n');
