import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { YouTubeOptions } from '../../src/modules/content/videos/youtube/youtube-client.js';

interface Reply {
  status?: number;
  type?: string;
  location?: string;
  body?: string | Buffer;
  /** The response ends after its beginning was sent, or not at all. */
  isHanging?: boolean;
}

export interface TestYouTube {
  options: YouTubeOptions;
  /** paths with query, in the order of the requests */
  requests: string[];
  /** replies by the path without query; 404 for all others */
  replies: Map<string, Reply>;
  close(): Promise<void>;
}

export const titleReply = (title: string): Reply => ({
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ title, author_name: 'jawed', type: 'video', html: '<iframe></iframe>' }),
});

/** A server on loopback in the place of YouTube. */
export async function startYouTube(): Promise<TestYouTube> {
  const requests: string[] = [];
  const replies = new Map<string, Reply>();
  const server = createServer(({ url = '' }: IncomingMessage, response: ServerResponse) => {
    requests.push(url);
    const reply = replies.get(url.split('?')[0] ?? '') ?? { status: 404, type: 'text/plain', body: 'Not Found' };
    const { status = 200, type = 'image/jpeg', location, body = '', isHanging = false } = reply;
    response.writeHead(status, { 'content-type': type, ...(location && { location }) });
    response.write(body);
    if (!isHanging) response.end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { videosOrigin: origin, imagesOrigin: origin, timeoutMs: 1000 },
    requests,
    replies,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
