import { Injectable } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { SESSION_COOKIE } from '../../access/credentials.js';
import { matchesEntityTag } from '../request/request.js';
import { QueryCache } from '../../cache/query-cache.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    cacheForGuests?: boolean;
  }
  interface FastifyRequest {
    /** Set by a handler: whether a later request may get its cached response; false makes that one run its handler. */
    mayReuseResponse?: (later: FastifyRequest) => boolean;
    cacheGeneration?: number;
  }
}

/**
 * For reads whose response to a guest depends on the URL only: other guests get the cached response for a short time.
 */
export const CacheForGuests = (): MethodDecorator => RouteConfig({ cacheForGuests: true });

interface CacheEntry {
  payload: string;
  headers: Record<string, string>;
  mayReuse: FastifyRequest['mayReuseResponse'];
}

const MAX_ENTRIES = 500;
const MAX_ENTRY_LENGTH = 256 * 1024;
const cachedHeaders = ['content-type', 'etag', 'x-total-count', 'x-total-capped', 'x-next-cursor', 'link'];

/**
 * Caches responses to guests for as long as {@link QueryCache} keeps its entries, since most readers are guests who
 * request the same pages. An invalidation of the query cache clears this cache too.
 */
@Injectable()
export class GuestResponseCache {
  /** By the original URL, because links to other pages repeat it. */
  private readonly entries: LRUCache<string, CacheEntry>;
  /** Counts invalidations: a response that was computed before one is not cached after it. */
  private generation = 0;
  /** requests whose responses all guests may get */
  private readonly shared = new WeakSet<object>();

  constructor(private readonly cache: QueryCache) {
    this.entries = new LRUCache({ max: MAX_ENTRIES, ttl: cache.ttlMs, ttlAutopurge: true });
    cache.onInvalidate(() => this.clear());
  }

  attach(fastify: FastifyInstance): void {
    fastify.addHook('preHandler', (request, reply, done) => {
      if (isCacheableRequest(request)) {
        this.shared.add(request.raw);
        const entry = this.cache.isEnabled ? this.entries.get(request.originalUrl) : undefined;
        if (entry && (entry.mayReuse?.(request) ?? true)) return sendCached(entry, request, reply);
        request.cacheGeneration = this.generation;
      }
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (request.cacheGeneration === this.generation && reply.statusCode === 200 && typeof payload === 'string')
        this.store(request, reply, payload);
      done(null, payload);
    });
  }

  /** @param raw a request that has been handled */
  isShared(raw: object): boolean {
    return this.shared.has(raw);
  }

  private store(request: FastifyRequest, reply: FastifyReply, payload: string): void {
    if (!this.cache.isEnabled || payload.length > MAX_ENTRY_LENGTH || !reply.hasHeader('etag')) return;
    const headers = Object.fromEntries(
      cachedHeaders.filter((name) => reply.hasHeader(name)).map((name) => [name, String(reply.getHeader(name))]),
    );
    this.entries.set(request.originalUrl, { payload, headers, mayReuse: request.mayReuseResponse });
  }

  private clear(): void {
    this.generation++;
    this.entries.clear();
  }
}

/** Requests with credentials are not those of guests. */
function isCacheableRequest(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' && request.routeOptions.config.cacheForGuests;
  return Boolean(isRead && !request.headers.authorization && !request.cookies[SESSION_COOKIE]);
}

function sendCached({ payload, headers }: CacheEntry, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(headers);
  // Entity tags are compared without their weak prefix.
  if (matchesEntityTag(request.headers['if-none-match'], (headers['etag'] ?? '').slice(2)))
    void reply.code(304).send('');
  else void reply.send(payload);
}
