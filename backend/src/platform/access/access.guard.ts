import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config/config.js';
import { forbidden, unauthorized } from '../http/domain-error.js';
import { Limits } from '../limits/limits.js';
import { Actor } from './actor.js';
import { ACCESS_RULE, type AccessRule } from './decorators.js';
import { ActorResolver, PermissionDirectory } from './ports.js';

export const SESSION_COOKIE = 'session_token';
const WRITES_PER_MINUTE = 300;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Deny by default: resolves the actor of each request and holds it against the route's rule. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly actors: ActorResolver,
    private readonly permissions: PermissionDirectory,
    private readonly limits: Limits,
    private readonly config: Config,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!rule) throw forbidden('This act is not allowed.');
    const writes = !safeMethods.has(request.method);
    const bearer = bearerToken(request);
    const token = bearer ?? request.cookies[SESSION_COOKIE];
    const actor = (token && (await this.actors.resolve(token))) || Actor.guest;
    request.actor = actor;
    if (writes && bearer === undefined && token && !this.isOwnOrigin(request)) {
      throw forbidden('This request came from another site and was refused.', 'foreign_origin');
    }
    await this.check(rule, actor);
    // What is open to everybody has budgets of its own, and searching, which is asked by POST, writes nothing.
    if (writes && actor.id && rule.kind !== 'public')
      await this.limits.take(`writes:${actor.id}`, { limit: WRITES_PER_MINUTE, windowSeconds: 60 });
    return true;
  }

  private async check(rule: AccessRule, actor: Actor): Promise<void> {
    if (rule.kind === 'public') return;
    if (actor.isGuest) throw unauthorized();
    if (rule.kind === 'permission' && !actor.can(rule.permission))
      throw await refusal(this.permissions, actor, rule.permission);
  }

  /** A browser sends the cookie along with requests that other sites start; those carry their own Origin. */
  private isOwnOrigin(request: FastifyRequest): boolean {
    const site = request.headers['sec-fetch-site'];
    if (site === 'same-origin') return true;
    const { origin } = request.headers;
    if (origin) return this.config.ownOrigins.includes(origin);
    return site === 'none';
  }
}

/** The 403 of a missing permission names the person's role and the roles that have it. */
export async function refusal(directory: PermissionDirectory, actor: Actor, permission: string) {
  const required_roles = await directory.rolesWith(permission);
  const needed = required_roles.length ? required_roles.join(', ') : 'no role at the moment';
  return forbidden(`Your role is ${actor.role}. This needs ${needed}.`, 'permission_missing', {
    role: actor.role,
    required_roles,
  });
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}
