import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../platform/config/config.js';

const NAME = 'external_sign_in';
/** Time for the sign-in at the issuer, in seconds. */
export const COOKIE_SECONDS = 900;

/** Binds a sign-in at an issuer to the browser that started it. */
@Injectable()
export class ExternalCookie {
  constructor(private readonly config: Config) {}

  get(request: FastifyRequest): string | undefined {
    return request.cookies[NAME];
  }

  set(reply: FastifyReply, value: string): void {
    void reply.setCookie(NAME, value, { ...this.attributes, maxAge: COOKIE_SECONDS });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(NAME, this.attributes);
  }

  private get attributes() {
    // Lax: the issuer's redirect is a navigation from another site.
    return {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.secureCookies,
      path: this.config.env.API_PREFIX || '/',
    } as const;
  }
}
