import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE } from '../../../platform/access/access.guard.js';
import { Config } from '../../../platform/config/config.js';

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
