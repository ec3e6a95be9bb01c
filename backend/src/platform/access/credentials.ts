import type { FastifyRequest } from 'fastify';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import CustomStrategy from 'passport-custom';
import { unauthorized } from '../errors/domain-error.js';
import type { Actor } from './actor.js';
import type { ActorResolver, ApiTokenResolver } from './ports.js';

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

export const SESSION_TOKEN_STRATEGY = 'session-token';

/**
 * Options that the guard passes to each strategy. Passport registers strategies per process, and tests run several apps
 * in one.
 */
export interface StrategyOptions {
  actors: ActorResolver;
  apiTokens: ApiTokenResolver;
}

/** Authenticates a request by its session token: the bearer token, else the cookie that browsers send. */
@Injectable()
export class SessionTokenStrategy extends PassportStrategy<typeof CustomStrategy, Actor | undefined, Actor | undefined>(
  CustomStrategy,
  SESSION_TOKEN_STRATEGY,
) {
  constructor() {
    super({ passOptionsToCallback: true });
  }

  override async validate(request: FastifyRequest, { actors }: StrategyOptions): Promise<Actor | undefined> {
    const token = bearerToken(request) ?? sessionCookie(request);
    return token === undefined || isApiToken(token) ? undefined : actors.resolve(token);
  }
}

export const API_TOKEN_STRATEGY = 'api-token';

/**
 * Authenticates a request by an API token, which is accepted in the header only. Unlike one without a session, a
 * request with an invalid token is not a guest's, not even on public routes: a program should notice that its token has
 * ended.
 */
@Injectable()
export class ApiTokenStrategy extends PassportStrategy<typeof CustomStrategy, Actor | undefined, Actor | undefined>(
  CustomStrategy,
  API_TOKEN_STRATEGY,
) {
  constructor() {
    super({ passOptionsToCallback: true });
  }

  override async validate(request: FastifyRequest, { apiTokens }: StrategyOptions): Promise<Actor | undefined> {
    const token = bearerToken(request);
    if (token === undefined || !isApiToken(token)) return undefined;
    const actor = await apiTokens.resolve(token);
    if (!actor) throw unauthorized((texts) => texts.platform.invalidApiToken, 'invalid_api_token');
    return actor;
  }
}
