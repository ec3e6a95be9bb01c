import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What the worker may do. It handles requests of pages, and shows notifications with the icon of the hub. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the service worker, which learns where the API is: at the root, because it serves all pages, and not from a
 * cache, to find the next one.
 */
export function serveWorker(app: NestFastifyApplication, folder: string, apiPrefix: string): void {
  const file = join(folder, 'sw.js');
  if (!existsSync(file)) return;
  const code = `const HUB_API_URL = ${JSON.stringify(apiPrefix)};\n${readFileSync(file, 'utf8')}`;
  app
    .getHttpAdapter()
    .getInstance()
    .get('/sw.js', (_request, reply) =>
      reply
        .headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': POLICY })
        .type('text/javascript; charset=utf-8')
        .send(code),
    );
}
