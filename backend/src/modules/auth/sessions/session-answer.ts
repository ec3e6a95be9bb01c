import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { unauthorized } from '../../../platform/http/domain-error.js';
import type { SessionOpenedResponse } from '../sign-in/sign-in.dto.js';
import { UsersQueries } from '../users/users.queries.js';
import { SessionCookie } from './session-cookie.js';
import type { Opened } from './sessions.service.js';

/** What every way to sign in answers. */
@Injectable()
export class SessionAnswer {
  constructor(
    private readonly users: UsersQueries,
    private readonly cookie: SessionCookie,
  ) {}

  async of({ userId, token, maxAge }: Opened, reply: FastifyReply): Promise<SessionOpenedResponse> {
    this.cookie.set(reply, token, maxAge);
    const user = await this.users.own(userId);
    if (!user) throw unauthorized();
    return { user, session_token: token };
  }
}
