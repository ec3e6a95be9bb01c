import type { FastifyInstance } from 'fastify';
import { notFound } from '../../errors/domain-error.js';
import { isPostgresText } from './text.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path parameter is a UUID. Other values give 404 without a query. */
export const isId = (value: string): boolean => UUID.test(value);

/** Gives 404 for path parameters of the API that PostgreSQL cannot store, so that no route has to check them. */
export function rejectInvalidPathParameters(fastify: FastifyInstance, apiPrefix: string): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    // Paths of pages give HTML, also for 404.
    const isPage = !request.routeOptions.url?.startsWith(`${apiPrefix}/`);
    const parameters = Object.values((request.params ?? {}) as Record<string, string>);
    done(isPage || parameters.every(isPostgresText) ? undefined : notFound('address'));
  });
}
