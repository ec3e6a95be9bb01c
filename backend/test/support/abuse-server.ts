import { expect } from '@jest/globals';
import { createTestDatabase } from './database.js';
import { type Load, type MeasuredServer, startMeasuredServer } from './measured-server.js';
import { type RawResponse, rawRequest } from './raw-request.js';
import { createTestApp, type TestApp } from './test-app.js';

const MAX_BLOCK_MS = 250;
const MAX_GROWTH = 300 * 1024 ** 2;
const ATTEMPTS = 3;
const { mallocEnv } = (await import(new URL('../../../tools/lib/memory.mjs', import.meta.url).href)) as {
  mallocEnv: Record<string, string>;
};
/** As `npm start` sets one. Without a limit V8 keeps garbage, which would count as growth. */
const HEAP_FLAG = '--max-old-space-size=360';

/** The built server for hostile requests, and the application in this process for the data that they need. */
export class AbuseTestServer {
  private idleRss = 0;

  private constructor(
    readonly hub: TestApp,
    private readonly server: MeasuredServer,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** @param warmUp sends requests that load and compile what later ones use */
  static async start(warmUp: (server: AbuseTestServer) => Promise<unknown>): Promise<AbuseTestServer> {
    const database = await createTestDatabase();
    const hub = await createTestApp({}, { databaseUrl: database.url });
    const environment = { DATABASE_URL: database.url, RATE_LIMIT_IP_FACTOR: '1000', ...mallocEnv };
    const server = await startMeasuredServer(environment, HEAP_FLAG);
    const started = new AbuseTestServer(hub, server, () => database.drop());
    try {
      await warmUp(started);
      started.idleRss = (await server.load()).peakRss;
      return started;
    } catch (error) {
      await started.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.server.child.kill('SIGTERM');
    await this.server.ended;
    await this.hub.close();
    await this.dropDatabase();
  }

  /** @param path without the prefix of the API */
  send(path: string, request: Parameters<typeof rawRequest>[1]): Promise<RawResponse> {
    return rawRequest(`${this.server.url}/api${path}`, request);
  }

  get url(): string {
    return this.server.url;
  }

  /** @returns the load of the server since the last call */
  load(): Promise<Load> {
    return this.server.load();
  }

  async resetRateLimits(): Promise<void> {
    await this.hub.database.query('delete from rate_limits');
  }

  /**
   * Sends requests and expects that none blocks the others for a quarter of a second and that memory stays near that of
   * an idle server. Beyond these limits the requests are sent again: what is costly is so each time, a pause of the
   * garbage collector is not.
   */
  async expectBoundedLoad(name: string, sendRequests: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await sendRequests();
      const { longestBlockMs, peakRss } = await this.server.load();
      const growth = peakRss - this.idleRss;
      const isBounded = longestBlockMs < MAX_BLOCK_MS && growth < MAX_GROWTH;
      if (!isBounded && attempt < ATTEMPTS) continue;
      expect({ name, isBounded, longestBlockMs, growth }).toEqual({ name, isBounded: true, longestBlockMs, growth });
      return;
    }
  }
}

/** No request may cause a server error. 503, the response of a busy server, is accepted. */
export function expectNoServerError(name: string, { status, text }: RawResponse): void {
  const isExpected = status === undefined || status < 500 || status === 503;
  expect({ name, status, text: isExpected ? '' : text }).toEqual({ name, status, text: '' });
}
