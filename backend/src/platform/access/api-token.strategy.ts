import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import CustomStrategy from 'passport-custom';
import { unauthorized } from '../errors/domain-error.js';
import type { Actor } from './actor.js';
import { apiTokenOf } from './credentials.js';
import type { ApiTokenResolver } from './ports.js';

export const API_TOKEN_STRATEGY = 'api-token';

/** Options that the guard passes, as for the strategy of sessions. */
export interface ApiTokenStrategyOptions {
  apiTokens: ApiTokenResolver;
}

/**
 * Authenticates a request by an API token. Unlike one without a session, a request with an invalid token is not a
 * guest's, not even on public routes: a program should notice that its token has ended.
 */
@Injectable()
export class ApiTokenStrategy extends PassportStrategy<typeof CustomStrategy, Actor | undefined, Actor | undefined>(
  CustomStrategy,
  API_TOKEN_STRATEGY,
) {
  constructor() {
    super({ passOptionsToCallback: true });
  }

  override async validate(request: FastifyRequest, { apiTokens }: ApiTokenStrategyOptions): Promise<Actor | undefined> {
    const token = apiTokenOf(request);
    if (token === undefined) return undefined;
    const actor = await apiTokens.resolve(token);
    if (!actor) throw unauthorized('This API token is unknown, revoked or expired.', 'invalid_api_token');
    return actor;
  }
}
