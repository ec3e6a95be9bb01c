import fastifyCompress from '@fastify/compress';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** Compressible types. Images and archives are compressed already, event streams must not be buffered. */
const COMPRESSIBLE = /^(?:text\/(?:html|markdown|plain|css|xml)|application\/(?:[\w.-]+\+)?(?:json|xml|yaml))\b/;

/** Compresses responses from 1 KB on with gzip. Files of the frontend are compressed by the build. */
export async function compress(app: NestFastifyApplication): Promise<void> {
  await app.register(fastifyCompress as never, {
    encodings: ['gzip'],
    // Compressed request bodies are refused; the plugin decompresses them by default.
    globalDecompression: false,
    customTypes: COMPRESSIBLE,
    threshold: 1024,
    // Higher levels cost up to ten times as much for a few bytes.
    zlibOptions: { level: 4 },
    // Smaller responses are compressed synchronously, because a stream costs more than the compression.
    syncThreshold: 64 * 1024,
  });
}

/** Disables compression for the response of this request. */
export function skipCompression(request: FastifyRequest): void {
  request.headers['x-no-compression'] = 'true';
}
