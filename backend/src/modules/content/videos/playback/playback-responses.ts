import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { matchesEntityTag } from '../../../../platform/http/request/request.js';
import { PLAYLIST_TYPE } from './playback.queries.js';

const HEIGHT = /^([1-9]\d{0,4})\.m3u8$/;

/** The height that the name of a playlist contains. @throws 404 */
export function readHeight(playlist: string): number {
  const [, height] = HEIGHT.exec(playlist) ?? [];
  if (!height) throw notFound('video');
  return Number(height);
}

/** @param read gets the hashes of captions that the client has already, see PlaybackQueries.getCaptions */
export async function sendCaptions(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (known: string[]) => Promise<{ hash: string; vtt: string | null }>,
): Promise<void> {
  const header = request.headers['if-none-match'];
  const { hash, vtt } = await read(readHashes(header));
  const isKnown = vtt === null || matchesEntityTag(header, `"${hash}"`);
  void reply.header('ETag', `"${hash}"`).code(isKnown ? 304 : 200);
  sendText(reply, 'text/vtt; charset=utf-8', isKnown ? '' : vtt);
}

/** The hashes of captions in If-None-Match. */
const readHashes = (header = ''): string[] => [...new Set(header.match(/[0-9a-f]{64}/g))].slice(0, 10);

/** Players revalidate, because the text changes with the video and its visibility. */
const sendText = (reply: FastifyReply, type: string, text: string): void =>
  void reply.headers({ 'Content-Type': type, 'Cache-Control': 'private, no-cache' }).send(text);

export const sendPlaylist = (reply: FastifyReply, text: string): void => sendText(reply, PLAYLIST_TYPE, text);
