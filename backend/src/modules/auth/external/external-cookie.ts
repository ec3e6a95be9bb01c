import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../../platform/config/config.js';

const NAME = 'external_sign_in';
/** As long as somebody may take at the issuer and on the way back, in seconds. */
export const COOKIE_SECONDS = 900;

/** Marks the browser in which a sign-in at an issuer began, so that it can only end there. */
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
    // Lax: the way back from the issuer is a link followed from another site.
    return {
      httpOnly: true,
      sameSite: 'lax',
      secure: this.config.secureCookies,
      path: this.config.env.API_PREFIX || '/',
    } as const;
  }
}
