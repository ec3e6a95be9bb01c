import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryFlagField } from '../../../platform/http/validation/fields.js';
import { getClientIp, rateLimitAddress } from '../../../platform/http/request/request.js';

/** The reader of a document, video or thread, for counting views. */
export interface Viewer {
  userId: string | null;
  /** a guest's network address; stored as a hash only */
  address: string;
}

/** @returns undefined for HEAD requests and for browsers that prefetch, which do not count as views */
export function getViewer(request: FastifyRequest, actor: Actor): Viewer | undefined {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => request.headers[name]).join();
  if (request.method !== 'GET' || /prefetch|prerender|preview/i.test(purpose)) return undefined;
  return { userId: actor.id, address: rateLimitAddress(getClientIp(request)) };
}

export class ViewQuery {
  @QueryFlagField({
    label: 'countView',
    description: 'true by default; false for requests that do not show the content to read it, such as those of forms',
    optional: true,
  })
  count_view?: boolean;
}

export const CurrentViewer = createParamDecorator((_data: unknown, context: ExecutionContext): Viewer | undefined => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return request.actor && getViewer(request, request.actor);
});

const GUEST = 'guest:';

/** Guests get another key each day, so that they cannot be tracked. All instances compute the same key. */
export function viewerKey({ userId, address }: Viewer, secret: string, day: string): string {
  if (userId) return userId;
  // One call, because each read waits for it. Half of the digest prevents length extension.
  return `${GUEST}${hash('sha256', `${secret} ${day} ${address}`, 'base64url').slice(0, 22)}`;
}

/** The user of a {@link viewerKey}, null for guests. */
export const getUserId = (key: string): string | null => (key.startsWith(GUEST) ? null : key);
