import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** What is text and made for this answer. Pictures and archives are packed already, streams of events must not be held back. */
const PACKABLE = /^(?:text\/(?:html|markdown|plain|css|xml)|application\/(?:[\w.-]+\+)?(?:json|xml|yaml))\b/;

/** Packs answers from 1 KB on with gzip; the files of the frontend were packed better when they were built. */
export async function compress(app: NestFastifyApplication): Promise<void> {
  await app.register(fastifyCompress as never, {
    encodings: ['gzip'],
    customTypes: PACKABLE,
    threshold: 1024,
    // Higher levels cost up to ten times as much for a few bytes.
    zlibOptions: { level: 4 },
    // Up to here at once: what a stream needs for its own sake costs more than the packing.
    syncThreshold: 64 * 1024,
  });
}

/** This answer goes out unpacked, whatever its type. */
export function skipCompression(request: FastifyRequest): void {
  request.headers['x-no-compression'] = 'true';
}
