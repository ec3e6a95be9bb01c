import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { problemResponse, type ProblemStatus } from '../http/errors/problem.dto.js';
import type { Actor } from './actor.js';

/** Who may call a route; a route without one of the three decorators below is refused to everyone. */
export type AccessRule = { kind: 'public' } | { kind: 'signed-in' } | { kind: 'permission'; permission: string };

export const ACCESS_RULE = 'access:rule';

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
  }
}

const refusalResponse = (status: ProblemStatus, description?: string) =>
  ApiResponse({ status, ...problemResponse(status, description) });

const rule = (value: AccessRule) => SetMetadata(ACCESS_RULE, value);

/** Everyone, guests included. The service decides what a guest sees. */
export const Public = () => rule({ kind: 'public' });

/** Any signed-in user. */
export const SignedIn = () => applyDecorators(rule({ kind: 'signed-in' }), ApiBearerAuth(), refusalResponse(401));

/** A signed-in user whose role holds this permission. */
export const RequirePermission = (permission: string) =>
  applyDecorators(
    rule({ kind: 'permission', permission }),
    ApiBearerAuth(),
    refusalResponse(401),
    refusalResponse(403, `The requester does not hold ${permission}; see role and required_roles`),
  );

/** The actor of this request. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new Error('The access guard did not run.');
  return actor;
});
