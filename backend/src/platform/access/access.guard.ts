import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, type AuthGuardAuthenticateOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { forbidden, unauthorized } from '../http/errors/domain-error.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { Actor } from './actor.js';
import { ACCESS_RULE, type AccessRule } from './decorators.js';
import { ActorResolver, PermissionDirectory } from './ports.js';
import { bearerToken, SESSION_TOKEN_STRATEGY, sessionCookie, type StrategyOptions } from './session-token.strategy.js';

const WRITES_PER_MINUTE = 300;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Passport tries these in order; the first that returns an actor wins. */
const strategies = [SESSION_TOKEN_STRATEGY];

/** Denies by default: authenticates each request by Passport, then checks its actor against the rule of the route. */
@Injectable()
export class AccessGuard extends AuthGuard(strategies) {
  constructor(
    private readonly reflector: Reflector,
    private readonly actors: ActorResolver,
    private readonly permissions: PermissionDirectory,
    private readonly rateLimiter: RateLimiter,
    private readonly config: Config,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw forbidden('This action is not allowed.');
    await super.canActivate(context);
    const actor = request.actor ?? Actor.guest;
    const isWrite = !safeMethods.has(request.method);
    if (isWrite && isSentByCookie(request) && !this.isOwnOrigin(request)) {
      throw forbidden('This request came from another site and was refused.', 'foreign_origin');
    }
    await this.checkRule(rule, actor);
    // Public routes have limits of their own. Some of them, such as search, are POST and write nothing.
    if (isWrite && actor.id && rule.kind !== 'public')
      await this.rateLimiter.consume(`writes:${actor.id}`, { limit: WRITES_PER_MINUTE, windowSeconds: 60 });
    return true;
  }

  /** Passport stores the result as `request.actor`. */
  override getAuthenticateOptions(): AuthGuardAuthenticateOptions & StrategyOptions {
    return { property: 'actor', actors: this.actors };
  }

  /** A request without valid credentials is a guest's; the rule of the route decides what guests may do. */
  override handleRequest<TUser = Actor>(error: Error | null, actor: TUser | false): TUser {
    if (error) throw error;
    return actor || (Actor.guest as TUser);
  }

  private async checkRule(rule: AccessRule, actor: Actor): Promise<void> {
    if (rule.kind === 'public') return;
    if (actor.isGuest) throw unauthorized();
    if (rule.kind === 'permission' && !actor.can(rule.permission))
      throw await missingPermission(this.permissions, actor, rule.permission);
  }

  /** Requests that another site starts carry that site's Origin. */
  private isOwnOrigin(request: FastifyRequest): boolean {
    const site = request.headers['sec-fetch-site'];
    if (site === 'same-origin') return true;
    const { origin } = request.headers;
    if (origin) return this.config.ownOrigins.includes(origin);
    return site === 'none';
  }
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** The 403 of a missing permission names the user's role and the roles that hold the permission. */
export async function missingPermission(directory: PermissionDirectory, actor: Actor, permission: string) {
  const required_roles = await directory.listRolesWith(permission);
  const names = alternatives.format(await directory.listDisplayNamesWith(permission));
  const detail = names ? `Only users with the role ${names} can do this.` : 'No role can do this at the moment.';
  return forbidden(detail, 'permission_missing', {
    role: actor.role,
    required_roles,
  });
}

/** Browsers add the cookie also to requests that other sites start; a bearer token is always deliberate. */
function isSentByCookie(request: FastifyRequest): boolean {
  return bearerToken(request) === undefined && sessionCookie(request) !== undefined;
}
