import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../errors/domain-error.js';

/** Maximum length of a path parameter. */
export const MAX_PARAMETER = 300;

interface Known {
  path: RegExp;
  methods: Set<string>;
}

/** Responds 405 with the allowed methods for known paths. To be called before routes are registered. */
export function registerMethodNotAllowed(fastify: FastifyInstance): void {
  const routes = new Map<string, Known>();
  fastify.addHook('onRoute', ({ url, method }) => {
    // Wildcard routes serve unknown paths.
    if (url.includes('*')) return;
    const known = routes.get(url) ?? { path: toPattern(url), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    routes.set(url, known);
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !request.routeOptions.url?.includes('*')) return done();
    const allowed = listAllowedMethods(request, routes.values());
    if (!allowed.length) return done();
    void reply.header('Allow', allowed.join(', '));
    done(new DomainError(405, 'method_not_allowed', (texts) => texts.platform.methodNotAllowed(request.method)));
  });
}

function listAllowedMethods({ url, method }: FastifyRequest, routes: Iterable<Known>): string[] {
  const path = url.split(/[?#]/, 1)[0]!;
  const allowed = new Set([...routes].filter((known) => known.path.test(path)).flatMap(({ methods }) => [...methods]));
  return allowed.has(method) ? [] : [...allowed].sort();
}

/** A parameter is one segment of a path, as in the router; longer ones match no route. */
const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.+()[\]]/g, '\\$&').replace(/:\w+/g, `[^/]{1,${MAX_PARAMETER}}`)}$`);
