import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '@hub/shared/languages';
import type { GuestResponseCache } from '../http/server/guest-response-cache.js';
import { getClientIp } from '../http/request/request.js';

/** A request of the API by a page that the server renders. */
export interface ApiRequest {
  /** path and query below the API's prefix */
  path: string;
  /** JSON of a search, the only read that is sent by POST */
  sent?: string;
}

/** A response with what the frontend reads of its headers. */
export interface ApiResponse extends ApiRequest {
  status: number;
  /** JSON */
  text: string;
  total?: number;
  capped?: boolean;
  hasNext?: boolean;
  hasPrevious?: boolean;
  nextCursor?: string;
  /** whether all guests get this response until the cache is cleared */
  isShared: boolean;
}

export type ReadApi = (request: ApiRequest) => Promise<ApiResponse>;

/**
 * Responds to requests of pages as the server would to those of a guest, with the same validation, visibility, limits
 * and cache, but without a connection.
 */
export const readAsGuest =
  (fastify: FastifyInstance, cache: GuestResponseCache, apiPrefix: string) =>
  (reader: FastifyRequest, language: Language): ReadApi =>
  async ({ path, sent }) => {
    if (!path.startsWith('/') || (sent !== undefined && path !== '/search')) throw new Error(`${path} is not a read`);
    const { statusCode, headers, payload, raw } = await fastify.inject({
      method: sent === undefined ? 'GET' : 'POST',
      url: apiPrefix + path,
      // Rate limits count the reader's requests.
      remoteAddress: getClientIp(reader),
      // The page itself counts the view.
      headers: {
        'sec-purpose': 'prerender',
        'accept-language': language,
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { payload: sent }),
    });
    const links = String(headers.link ?? '');
    const [total, nextCursor] = [headers['x-total-count'], headers['x-next-cursor']];
    return {
      path,
      ...(sent !== undefined && { sent }),
      status: statusCode,
      text: payload,
      ...(total !== undefined && { total: Number(total) }),
      ...('x-total-capped' in headers && { capped: true }),
      ...(links.includes('rel="next"') && { hasNext: true }),
      ...(links.includes('rel="prev"') && { hasPrevious: true }),
      ...(nextCursor !== undefined && { nextCursor: String(nextCursor) }),
      isShared: cache.isShared(raw.req),
    };
  };
