import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { operations, resolveResponse } from './openapi.js';

/** The media types that an operation declares per status; an empty set allows any. */
type Declared = Map<number, Set<string>>;

const declaredOf = new Map<string, Declared>(
  operations.map(({ method, path, described }) => [
    `${method} ${path}`,
    new Map(
      Object.entries(described.responses).map(([status, response]) => [
        Number(status),
        new Set(Object.keys(resolveResponse(response).content ?? {})),
      ]),
    ),
  ]),
);

const isDeclared = (types: Set<string>, type: string): boolean =>
  !types.size || !type || types.has(type) || types.has('*/*') || types.has(type.replace(/\/.*/, '/*'));

/**
 * Compares all responses of an app with openapi.yaml and records undeclared statuses and media types. Ignores 304,
 * which any GET can return, and 500, which is never documented.
 * @param prefix of the API; pages of the frontend have paths without it, some of which are those of operations
 * @returns a function that lists the findings, for example "GET /documents/{id} responded 409"
 */
export function recordUndocumentedResponses(app: NestFastifyApplication, prefix: string): () => string[] {
  const found = new Set<string>();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      const url = request.routeOptions.url ?? '';
      const path = url.startsWith(`${prefix}/`) ? url.slice(prefix.length).replace(/:(\w+)/g, '{$1}') : '';
      const own = `${request.method} ${path}`;
      // A HEAD that is not declared is that of a GET.
      const operation = request.method === 'HEAD' && !declaredOf.has(own) ? `GET ${path}` : own;
      const { statusCode } = reply;
      const declared = declaredOf.get(operation);
      if (declared && ![304, 500].includes(statusCode)) {
        const type = String(reply.getHeader('content-type') ?? '').replace(/;.*/, '');
        const types = declared.get(statusCode);
        if (!types) found.add(`${operation} responded ${statusCode}`);
        else if (!isDeclared(types, type)) found.add(`${operation} responded ${statusCode} as ${type}`);
      }
      done();
    });
  return () => [...found].sort();
}
