import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/access/actor.js';
import { addressOf, budgetAddress } from '../../../platform/http/client.js';

/** Somebody who reads now, as far as counting goes. */
export interface Viewer {
  personId: string | null;
  /** where a guest comes from; never stored as it is */
  address: string;
}

/** Undefined when nobody reads: HEAD asks for no text, and a browser that fetches ahead may never show it. */
export function viewerOf(request: FastifyRequest, actor: Actor): Viewer | undefined {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => request.headers[name]).join();
  if (request.method !== 'GET' || /prefetch|prerender|preview/i.test(purpose)) return undefined;
  return { personId: actor.id, address: budgetAddress(addressOf(request)) };
}

export const CurrentViewer = createParamDecorator((_data: unknown, context: ExecutionContext): Viewer | undefined => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return request.actor && viewerOf(request, request.actor);
});

/** The same guest has another key tomorrow, so that nobody is followed from day to day; all instances make the same. */
export function viewerKey({ personId, address }: Viewer, secret: string, day: string): string {
  if (personId) return personId;
  // One call, since this stands in the way of every read; half of the sum is kept, which nobody can carry on from.
  return `guest:${hash('sha256', `${secret} ${day} ${address}`, 'base64url').slice(0, 22)}`;
}
