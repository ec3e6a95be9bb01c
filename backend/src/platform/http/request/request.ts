import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestAborted } from '../../errors/domain-error.js';

/** The client of a request. Rate limits are counted by `address`. */
export interface Client {
  ip: string;
  address: string;
  userAgent: string;
}

/** The IP address; empty when the connection has closed meanwhile, although Fastify's type says otherwise. */
export const getClientIp = ({ ip }: { ip?: string }): string => ip ?? '';

/** The query string with its question mark; empty without one. */
export function getQueryString({ url }: { url: string }): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

/** Customers of IPv6 providers have whole networks of 2^64 addresses, so rate limits count the /64 network. */
export function rateLimitAddress(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = plain.includes('::') ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0') : [];
  return (
    [...front, ...zeros, ...back]
      .slice(0, 4)
      .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
      .join(':') + '::/64'
  );
}

export const CurrentClient = createParamDecorator((_data: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const ip = getClientIp(request);
  return { ip, address: rateLimitAddress(ip), userAgent: request.headers['user-agent'] ?? '' };
});

/** Aborts when the client closes the connection before the response is complete. */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!raw.writableFinished) controller.abort(requestAborted());
  };
  if (raw.destroyed) abort();
  else raw.once('close', abort);
  return controller.signal;
}

/** For expensive handlers that stop when the client disconnects. */
export const ClientSignal = createParamDecorator((_data: unknown, context: ExecutionContext): AbortSignal =>
  clientSignal(context.switchToHttp().getResponse<FastifyReply>()),
);

/** Whether If-None-Match contains this entity tag, by weak comparison (RFC 9110). */
export function matchesEntityTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}
