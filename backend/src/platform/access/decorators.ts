import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { problemResponse, type ProblemStatus } from '../errors/problem.dto.js';
import type { Actor } from './actor.js';

/** Who may call a route; a route without one of the four decorators below refuses all requests. */
export type AccessRule =
  | { kind: 'public'; isAlways: boolean }
  | { kind: 'anonymous' }
  | { kind: 'signed-in' }
  | { kind: 'permission'; permission: string; alternatives: readonly string[]; admitsCategoryModerators?: boolean };

export const ACCESS_RULE = 'access:rule';
export const SESSION_REQUIRED = 'access:session-required';
export const READ_ONLY = 'access:read-only';

/** Extensions of the OpenAPI document, from which it derives what API tokens can call. */
export const SESSION_EXTENSION = 'x-requires-session';
export const PERMISSION_EXTENSION = 'x-requires-permission';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
  }
}

const refusalResponse = (status: ProblemStatus, description?: string) =>
  ApiResponse({ status, ...problemResponse(status, description) });

const rule = (value: AccessRule) => SetMetadata(ACCESS_RULE, value);

/** Everyone, guests included, except in a private hub. The service decides what a guest sees. */
export const Public = () => rule({ kind: 'public', isAlways: false });

/**
 * Everyone, guests of a private hub included: what signing in and the operation of the hub need. Responses to guests
 * must tell no more of the hub than its sign-in page does.
 */
export const AlwaysPublic = () => rule({ kind: 'public', isAlways: true });

/**
 * Public, and the credentials of the request are not read: for machines with a token of their own, also while the
 * database is unavailable. The actor is a guest.
 */
export const Anonymous = () => rule({ kind: 'anonymous' });

/** Any signed-in user. */
export const SignedIn = () => applyDecorators(rule({ kind: 'signed-in' }), ApiBearerAuth(), refusalResponse(401));

/** A signed-in user whose role holds this permission or one of the alternatives. A refusal names the first. */
export const RequirePermission = (permission: string, ...alternatives: string[]) =>
  applyDecorators(
    rule({ kind: 'permission', permission, alternatives }),
    ApiBearerAuth(),
    ApiExtension(PERMISSION_EXTENSION, permission),
    refusalResponse(401),
    refusalResponse(
      403,
      alternatives.length
        ? `The requester holds none of ${[permission, ...alternatives].join(', ')}; see role and required_roles`
        : `The requester does not hold ${permission}; see role and required_roles`,
    ),
  );

/** As {@link RequirePermission}, or a member of a group that moderates a category. The service limits these to it. */
export const RequireModerator = (permission: string, ...alternatives: string[]) =>
  applyDecorators(
    RequirePermission(permission, ...alternatives),
    rule({ kind: 'permission', permission, alternatives, admitsCategoryModerators: true }),
  );

/** Refuses API tokens: for credentials, sessions and roles, so that a stolen token cannot take the account over. */
export const RequiresSession = () =>
  applyDecorators(SetMetadata(SESSION_REQUIRED, true), ApiExtension(SESSION_EXTENSION, true));

/** A POST that changes nothing, so that API tokens with the scope `read` may send it. */
export const ReadOnly = () => SetMetadata(READ_ONLY, true);

/** The actor of this request. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new Error('The access guard did not run.');
  return actor;
});
