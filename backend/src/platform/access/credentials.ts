import type { FastifyRequest } from 'fastify';

export const SESSION_COOKIE = 'session_token';

/** Tells API tokens from session tokens, and lets scanners of source code recognize them. */
export const API_TOKEN_PREFIX = 'khub_';

const isApiToken = (token: string): boolean => token.startsWith(API_TOKEN_PREFIX);

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

export function sessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE] || undefined;
}

/** The bearer token wins over the cookie that browsers send. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = bearerToken(request) ?? sessionCookie(request);
  return token === undefined || isApiToken(token) ? undefined : token;
}

/** API tokens are accepted in the header only: they are no cookies. */
export function apiTokenOf(request: FastifyRequest): string | undefined {
  const token = bearerToken(request);
  return token !== undefined && isApiToken(token) ? token : undefined;
}
