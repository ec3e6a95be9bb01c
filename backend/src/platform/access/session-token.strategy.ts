import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import CustomStrategy from 'passport-custom';
import type { Actor } from './actor.js';
import { sessionTokenOf } from './credentials.js';
import type { ActorResolver } from './ports.js';

export const SESSION_TOKEN_STRATEGY = 'session-token';

/**
 * Options that the guard passes to each strategy. Passport registers strategies per process, and tests run several apps
 * in one.
 */
export interface StrategyOptions {
  actors: ActorResolver;
}

/** Authenticates a request by its session token: the bearer token, or the cookie that browsers send. */
@Injectable()
export class SessionTokenStrategy extends PassportStrategy<typeof CustomStrategy, Actor | undefined, Actor | undefined>(
  CustomStrategy,
  SESSION_TOKEN_STRATEGY,
) {
  constructor() {
    super({ passOptionsToCallback: true });
  }

  override async validate(request: FastifyRequest, { actors }: StrategyOptions): Promise<Actor | undefined> {
    const token = sessionTokenOf(request);
    return token ? actors.resolve(token) : undefined;
  }
}
