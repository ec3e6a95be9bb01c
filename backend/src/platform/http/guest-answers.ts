import { Global, Injectable, Module } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_COOKIE } from '../access/access.guard.js';
import { noneMatch } from './entity-tag.js';
import { SharedReads } from './shared-reads.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    sameForGuests?: boolean;
  }
  interface FastifyRequest {
    /** Asked before a kept answer is given to another guest; by false they get one of their own. */
    stillHolds?: (request: FastifyRequest) => boolean;
    guestGeneration?: number;
  }
}

/** For reads whose answer to a guest depends on the address alone: it may be given to other guests for a moment. */
export const SameForGuests = (): MethodDecorator => RouteConfig({ sameForGuests: true });

interface Kept {
  payload: string;
  headers: Record<string, string>;
  until: number;
  stillHolds: FastifyRequest['stillHolds'];
}

const MOST = 500;
const LONGEST = 256 * 1024;
const keptHeaders = ['content-type', 'etag', 'x-total-count', 'x-total-capped', 'link'];

/**
 * What guests are answered, kept for as long as {@link SharedReads} are: most readers are guests, and most of them ask for the same. All of it
 * is thrown away with those.
 */
@Injectable()
export class GuestAnswers {
  /** By the address as it was asked for: links to other pages repeat it. */
  private readonly kept = new Map<string, Kept>();
  /** An answer that was read before a change must not be kept after it. */
  private generation = 0;

  constructor(private readonly reads: SharedReads) {
    reads.onStale(() => this.clear());
  }

  attach(fastify: FastifyInstance): void {
    fastify.addHook('preHandler', (request, reply, done) => {
      if (isForAnyGuest(request)) {
        const kept = this.reads.areKept ? this.kept.get(request.originalUrl) : undefined;
        if (kept && kept.until > Date.now() && (kept.stillHolds?.(request) ?? true)) return give(kept, request, reply);
        request.guestGeneration = this.generation;
      }
      done();
    });
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (request.guestGeneration === this.generation && reply.statusCode === 200 && typeof payload === 'string')
        this.keep(request, reply, payload);
      done(null, payload);
    });
  }

  private keep(request: FastifyRequest, reply: FastifyReply, payload: string): void {
    if (!this.reads.areKept || payload.length > LONGEST || !reply.hasHeader('etag')) return;
    if (this.kept.size >= MOST) this.kept.clear();
    const headers = Object.fromEntries(
      keptHeaders.filter((name) => reply.hasHeader(name)).map((name) => [name, String(reply.getHeader(name))]),
    );
    this.kept.set(request.originalUrl, {
      payload,
      headers,
      until: Date.now() + this.reads.keptMs,
      stillHolds: request.stillHolds,
    });
  }

  private clear(): void {
    this.generation++;
    this.kept.clear();
  }
}

/** Whoever sends a token may be somebody. */
function isForAnyGuest(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' && request.routeOptions.config.sameForGuests;
  return Boolean(isRead && !request.headers.authorization && !request.cookies[SESSION_COOKIE]);
}

function give({ payload, headers }: Kept, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(headers);
  // The tag without the W/ that says it is weak.
  if (noneMatch(request.headers['if-none-match'], (headers['etag'] ?? '').slice(2))) void reply.code(304).send('');
  else void reply.send(payload);
}

@Global()
@Module({ providers: [GuestAnswers, SharedReads], exports: [GuestAnswers, SharedReads] })
export class GuestAnswersModule {}
