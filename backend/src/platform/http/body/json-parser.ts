import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { discard } from '../../storage/discard.js';
import { DomainError } from '../errors/domain-error.js';
import { SMALL_BODY } from './body-limits.js';
import type { BodyMemory } from './body-memory.js';
import { JsonShape } from './json-shape.js';
import { readBody } from './read-body.js';

/** Reads JSON bodies within the limits of their route. An empty body counts as {}. */
export function registerJsonParser(fastify: FastifyInstance, memory: BodyMemory): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  const parseText = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise(
      (resolve, reject) => void parse(request, text, (error, value) => (error ? reject(error) : resolve(value))),
    );

  fastify.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, source: IncomingMessage): Promise<unknown> => {
      const reserved = memory.reserve(request);
      const shape = new JsonShape();
      const announced = source.headers['content-length'];
      try {
        const bytes = await readBody(source, {
          limit: limitFor(request),
          announced: announced === undefined ? undefined : Number(announced),
          memory: reserved,
          inspect: (chunk) => shape.add(chunk),
        });
        return bytes.length === 0 ? {} : await parseText(request, decoded(bytes));
      } catch (error) {
        discard(source);
        throw error;
      } finally {
        reserved.release();
      }
    },
  );
}

/** Only routes that require sign-in take long texts, so bodies of guests are limited to the small size. */
function limitFor({ headers, routeOptions }: FastifyRequest): number {
  const mayHaveSession = headers.authorization !== undefined || headers.cookie !== undefined;
  return mayHaveSession ? routeOptions.bodyLimit : Math.min(routeOptions.bodyLimit, SMALL_BODY);
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DomainError(400, 'bad_request', 'The request is not valid UTF-8 text.');
  }
}
