/**
 * The highest rate of a segment in bits per second, from EXTINF (seconds) and EXT-X-BYTERANGE (bytes).
 * Segments below a second do not count: their rate says little about what a connection must carry.
 */
export function peakBitrate(playlist: string): number {
  const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)/g)];
  const rates = segments.map(([, seconds, bytes]) => ({ seconds: Number(seconds), bits: 8 * Number(bytes) }));
  const counted = rates.some(({ seconds }) => seconds >= 1) ? rates.filter(({ seconds }) => seconds >= 1) : rates;
  return Math.ceil(Math.max(0, ...counted.map(({ seconds, bits }) => bits / Math.max(seconds, 0.1))));
}
