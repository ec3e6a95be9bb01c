import { expect } from '@jest/globals';
import type {
  PasskeyAuthenticationOptionsResponse,
  PasskeyRegistrationOptionsResponse,
  PasskeyResponse,
} from '../../src/modules/auth/passkeys/passkeys.dto.js';
import type { SessionOpenedResponse } from '../../src/modules/auth/sessions/sessions.dto.js';
import { Authenticator } from './authenticator.js';
import { createTestApp, type TestApp } from './test-app.js';
import type { TestUser } from './users.js';

/** The WebAuthn requests of the browser. */
export class PasskeyClient {
  constructor(readonly hub: TestApp) {}

  /** Starts a hub. */
  static async create(): Promise<PasskeyClient> {
    return new PasskeyClient(await createTestApp());
  }

  close(): Promise<void> {
    return this.hub.close();
  }

  async registrationOptions(user: TestUser): Promise<PasskeyRegistrationOptionsResponse> {
    return (await user.request<PasskeyRegistrationOptionsResponse>('POST', '/auth/passkeys/registration-options')).body;
  }

  async authenticationOptions(): Promise<PasskeyAuthenticationOptionsResponse> {
    return (
      await this.hub.request<PasskeyAuthenticationOptionsResponse>('POST', '/auth/passkeys/authentication-options')
    ).body;
  }

  /** A fresh challenge to register a passkey. */
  async registrationChallenge(user: TestUser): Promise<string> {
    return (await this.registrationOptions(user)).challenge;
  }

  /** A fresh challenge to sign in. */
  async signInChallenge(): Promise<string> {
    return (await this.authenticationOptions()).challenge;
  }

  sendRegistration(user: TestUser, body: object) {
    return user.request<PasskeyResponse & { code?: string }>('POST', '/auth/passkeys', { body });
  }

  signIn(body: object, headers: Record<string, string> = {}) {
    return this.hub.request<SessionOpenedResponse>('POST', '/auth/authenticate-passkey', { body, headers });
  }

  /** Registers a passkey. */
  async register(
    user: TestUser,
    authenticator = new Authenticator(),
    name?: string,
  ): Promise<{ authenticator: Authenticator; passkey: PasskeyResponse }> {
    const challenge = await this.registrationChallenge(user);
    const { status, body } = await this.sendRegistration(user, {
      ...authenticator.create({ challenge }),
      ...(name && { name }),
    });
    expect(status).toBe(201);
    return { authenticator, passkey: body };
  }

  expireChallenges(): Promise<unknown> {
    return this.hub.database.query(`update one_time_tokens set expires_at = now() - interval '1 second'`);
  }
}

export const repeatInParallel = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
