import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, type AuthGuardAuthenticateOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { forbidden, signInRequired, unauthorized } from '../errors/domain-error.js';
import { RateLimiter } from '../limits/rate-limiter.js';
import { Actor } from './actor.js';
import {
  API_TOKEN_STRATEGY,
  bearerToken,
  SESSION_TOKEN_STRATEGY,
  sessionCookie,
  type StrategyOptions,
} from './credentials.js';
import { ACCESS_RULE, type AccessRule, READ_ONLY, SESSION_REQUIRED } from './decorators.js';
import { ActorResolver, ApiTokenResolver, PermissionDirectory, PrivacyResolver } from './ports.js';
import { formatChoice, type Localized } from '../language/texts.js';

const WRITES_PER_MINUTE = 300;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Passport tries these in order; the first that returns an actor wins. */
const strategies = [SESSION_TOKEN_STRATEGY, API_TOKEN_STRATEGY];

/** Denies by default: authenticates each request by Passport, then checks its actor against the rule of the route. */
@Injectable()
export class AccessGuard extends AuthGuard(strategies) {
  constructor(
    private readonly reflector: Reflector,
    private readonly actors: ActorResolver,
    private readonly permissions: PermissionDirectory,
    private readonly rateLimiter: RateLimiter,
    private readonly config: Config,
    private readonly apiTokens: ApiTokenResolver,
    private readonly privacy: PrivacyResolver,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = this.findMetadata<AccessRule>(ACCESS_RULE, context);
    if (!rule) throw forbidden((texts) => texts.platform.actionNotAllowed);
    if (rule.kind === 'anonymous') return true;
    await super.canActivate(context);
    const actor = request.actor ?? Actor.guest;
    const isWrite = !safeMethods.has(request.method);
    if (isWrite && isSentByCookie(request) && !this.isOwnOrigin(request)) {
      throw forbidden((texts) => texts.platform.foreignOrigin, 'foreign_origin');
    }
    this.checkToken(rule, actor, { context, isWrite });
    await this.checkRule(rule, actor);
    // Public routes have limits of their own. Some of them, such as search, are POST and write nothing.
    if (isWrite && actor.id && rule.kind !== 'public')
      await this.rateLimiter.consume(`writes:${actor.id}`, { limit: WRITES_PER_MINUTE, windowSeconds: 60 });
    return true;
  }

  /** Passport stores the result as `request.actor`. */
  override getAuthenticateOptions(): AuthGuardAuthenticateOptions & StrategyOptions {
    return { property: 'actor', actors: this.actors, apiTokens: this.apiTokens };
  }

  /** A request without valid credentials is a guest's; the rule of the route decides what guests may do. */
  override handleRequest<TUser = Actor>(error: Error | null, actor: TUser | false): TUser {
    if (error) throw error;
    return actor || (Actor.guest as TUser);
  }

  /** Refuses what an API token may not do although its user may. @throws 403 session_required, insufficient_scope */
  private checkToken(
    rule: AccessRule,
    { tokenScopes }: Actor,
    { context, isWrite }: { context: ExecutionContext; isWrite: boolean },
  ): void {
    if (!tokenScopes) return;
    const needsSession =
      this.findMetadata<boolean>(SESSION_REQUIRED, context) ??
      (isWrite && rule.kind === 'permission' && this.permissions.requiresSession(rule.permission));
    if (needsSession) throw forbidden((texts) => texts.platform.sessionRequired, 'session_required');
    const scope = isWrite && !this.findMetadata<boolean>(READ_ONLY, context) ? 'write' : 'read';
    if (!tokenScopes.includes(scope))
      throw forbidden((texts) => texts.platform.insufficientScope(scope), 'insufficient_scope', {
        required_scope: scope,
      });
  }

  private findMetadata<Value>(key: string, context: ExecutionContext): Value | undefined {
    return this.reflector.getAllAndOverride<Value | undefined>(key, [context.getHandler(), context.getClass()]);
  }

  private async checkRule(rule: Exclude<AccessRule, { kind: 'anonymous' }>, actor: Actor): Promise<void> {
    if (rule.kind === 'public') {
      if (!rule.isAlways && (await this.privacy.isClosedTo(actor))) throw signInRequired();
      return;
    }
    if (actor.isGuest) throw unauthorized();
    if (rule.kind !== 'permission' || actor.canAny(rule.permission, ...rule.alternatives)) return;
    if (!rule.admitsCategoryModerators || !actor.isCategoryModerator)
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

/** The 403 of a missing permission names the user's role and the roles that hold the permission. */
export async function missingPermission(directory: PermissionDirectory, actor: Actor, permission: string) {
  const required_roles = await directory.listRolesByPermission(permission);
  const names = await directory.listDisplayNamesByPermission(permission);
  const detail: Localized = (texts) =>
    names.length
      ? texts.platform.permissionMissing(
          formatChoice(
            texts,
            names.map((name) => name(texts)),
          ),
        )
      : texts.platform.noRoleCan;
  return forbidden(detail, 'permission_missing', {
    role: actor.role,
    required_roles,
  });
}

/** Browsers add the cookie also to requests that other sites start; a bearer token is always deliberate. */
function isSentByCookie(request: FastifyRequest): boolean {
  return bearerToken(request) === undefined && sessionCookie(request) !== undefined;
}
