import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE } from '../../../platform/access/credentials.js';
import { Config } from '../../../platform/config/config.js';
import { unauthorized } from '../../../platform/http/errors/domain-error.js';
import type { SessionOpenedResponse } from './sessions.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import type { OpenedSession } from './sessions.service.js';

@Injectable()
export class SessionCookie {
  constructor(private readonly config: Config) {}

  set(reply: FastifyReply, token: string, maxAge: number): void {
    void reply.setCookie(SESSION_COOKIE, token, { ...this.attributes, maxAge });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(SESSION_COOKIE, this.attributes);
  }

  private get attributes() {
    return { httpOnly: true, sameSite: 'lax', secure: this.config.secureCookies, path: '/' } as const;
  }
}

/** Creates the response of every endpoint that signs in, and sets the session cookie. */
@Injectable()
export class SessionResponses {
  constructor(
    private readonly users: UsersQueries,
    private readonly cookie: SessionCookie,
  ) {}

  async create({ userId, token, maxAge }: OpenedSession, reply: FastifyReply): Promise<SessionOpenedResponse> {
    this.cookie.set(reply, token, maxAge);
    const user = await this.users.findOwn(userId);
    if (!user) throw unauthorized();
    return { user, session_token: token };
  }
}
