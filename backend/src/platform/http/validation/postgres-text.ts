import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors/domain-error.js';

/** PostgreSQL cannot hold NUL, and an unpaired surrogate would come back as another character. */
export const isPostgresText = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed();

/** Nothing can have a name that cannot be stored. Asked here once, so that no route has to think of it before its query. */
export function rejectUnstorablePaths(fastify: FastifyInstance, apiPrefix: string): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    // Pages answer in HTML, and what is missing is told by their resolvers.
    const isPage = !request.url.startsWith(`${apiPrefix}/`);
    done(
      isPage || Object.values((request.params ?? {}) as Record<string, string>).every(isPostgresText)
        ? undefined
        : notFound('This address'),
    );
  });
}
