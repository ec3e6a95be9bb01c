import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';

interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser that has subscribed. */
export interface TestBrowser {
  /** as the page sends it to the hub */
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** what has arrived at its endpoint */
  received: ReceivedMessage[];
  /** decrypts a message as the browser does */
  read(message: ReceivedMessage): Record<string, string>;
}

export interface PushService {
  /** for PUSH_ORIGINS */
  origin: string;
  createBrowser(): TestBrowser;
  /** responds to the next messages with these statuses, then with 201 again */
  respondNext(...statuses: number[]): void;
  stop(): Promise<void>;
}

/** A subscription as the page sends it to the hub, and the key of the browser. */
export function createSubscription(endpoint: string) {
  const privateKey = createECDH('prime256v1');
  const p256dh = privateKey.generateKeys('base64url');
  return { privateKey, subscription: { endpoint, p256dh, auth: randomBytes(16).toString('base64url') } };
}

/** A push service on loopback that keeps messages. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, TestBrowser>();
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      browsers.get(request.url ?? '')?.received.push({ headers: request.headers, body });
      const status = statuses.shift() ?? 201;
      response.writeHead(status, status === 307 ? { location: request.url } : {}).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    createBrowser() {
      const path = `/send/${randomBytes(16).toString('base64url')}`;
      const { privateKey, subscription } = createSubscription(origin + path);
      const authSecret = subscription.auth;
      const browser: TestBrowser = {
        subscription,
        received: [],
        read: ({ body }) =>
          JSON.parse(ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString()) as Record<
            string,
            string
          >,
      };
      browsers.set(path, browser);
      return browser;
    },
    respondNext: (...next) => void statuses.push(...next),
    stop: () => new Promise((done) => void server.close(() => done())),
  };
}
