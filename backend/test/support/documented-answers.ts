import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { operations } from './openapi.js';

const statusesOf = new Map(
  operations.map(({ method, path, described }) => [
    `${method} ${path}`,
    new Set(Object.keys(described.responses).map(Number)),
  ]),
);

/**
 * Watches all answers of an app and holds them against the contract: an operation may answer nothing that openapi.yaml does
 * not tell. Not counted are 304, which any GET may be, and 500, which is promised to nobody.
 * @returns what was found so far, for example "GET /documents/{id} answered 409"
 */
export function watchAnswers(app: NestFastifyApplication): () => string[] {
  const found = new Set<string>();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      const path = (request.routeOptions.url ?? '').replace(/^\/api(?=\/)/, '').replace(/:(\w+)/g, '{$1}');
      const operation = `${request.method === 'HEAD' ? 'GET' : request.method} ${path}`;
      const { statusCode } = reply;
      if (![304, 500].includes(statusCode) && statusesOf.get(operation)?.has(statusCode) === false)
        found.add(`${operation} answered ${statusCode}`);
      done();
    });
  return () => [...found].sort();
}
