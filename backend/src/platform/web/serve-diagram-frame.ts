import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** The names of its scripts begin with this. */
export const DIAGRAM_FILES = 'diagram-';

/**
 * What draws diagrams, texts of users, may do: run its own scripts and style what it measures. It has no origin, so it
 * reaches neither the page around it nor the session, and it loads nothing else.
 */
const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  // Drawn signs, such as people.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Serves the page in whose frame other pages draw diagrams. */
export function serveDiagramFrame(app: NestFastifyApplication, folder: string): void {
  const file = join(folder, 'diagram-frame.html');
  if (!existsSync(file)) return;
  const html = readFileSync(file, 'utf8');
  app
    .getHttpAdapter()
    .getInstance()
    .get('/diagram-frame.html', (_request, reply) =>
      reply
        .headers({
          'Cache-Control': 'no-cache',
          'Content-Security-Policy': POLICY,
          // It has no origin that could have a cluster of its own.
          'Origin-Agent-Cluster': '?0',
          'X-Robots-Tag': 'noindex',
        })
        .type('text/html; charset=utf-8')
        .send(html),
    );
}
