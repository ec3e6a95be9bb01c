import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE } from '../../../platform/access/credentials.js';
import { Config } from '../../../platform/config/config.js';
import { unauthorized } from '../../../platform/errors/domain-error.js';
import type { SessionOpenedResponse } from './sessions.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import type { OpenedSession } from './sessions.service.js';

/** Sets and clears the session cookie, and creates the response of every endpoint that signs in. */
@Injectable()
export class SessionResponder {
  constructor(
    private readonly users: UsersQueries,
    private readonly config: Config,
  ) {}

  async create({ userId, token, maxAge }: OpenedSession, reply: FastifyReply): Promise<SessionOpenedResponse> {
    void reply.setCookie(SESSION_COOKIE, token, { ...this.cookieAttributes, maxAge });
    const user = await this.users.findOwn(userId);
    if (!user) throw unauthorized();
    return { user, session_token: token };
  }

  clearCookie(reply: FastifyReply): void {
    void reply.clearCookie(SESSION_COOKIE, this.cookieAttributes);
  }

  private get cookieAttributes() {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.secureCookies, path: '/' } as const;
  }
}
