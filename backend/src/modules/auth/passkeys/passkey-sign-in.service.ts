import { Injectable } from '@nestjs/common';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/request/request.js';
import { unauthorized } from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { type OpenedSession, SessionsService } from '../sessions/sessions.service.js';
import { LoginThrottle } from '../credentials/login-throttle.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';
import type { AuthenticatePasskeyRequest, PasskeyAuthenticationOptionsResponse } from './passkeys.dto.js';
import {
  toBase64url,
  fromBase64url,
  CHALLENGE_SECONDS,
  extractChallenge,
  toUserHandle,
  RelyingParty,
  TIMEOUT_MS,
} from './relying-party.js';
import { isActive } from '../users/user.js';

type StoredPasskey = Pick<Row<'passkeys'>, 'id' | 'user_id' | 'public_key' | 'counter'> & {
  email: string;
  active: boolean;
};

/** Signs in with a discoverable passkey. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly site: RelyingParty,
    private readonly throttle: LoginThrottle,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws 429 */
  async createOptions(client: Client): Promise<PasskeyAuthenticationOptionsResponse> {
    await this.throttle.consumeStart(client);
    const challenge = await this.tokens.issue('passkey_sign_in', { data: {}, seconds: CHALLENGE_SECONDS });
    const options = await generateAuthenticationOptions({
      rpID: this.site.id,
      challenge: fromBase64url(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'preferred',
    });
    return {
      challenge: options.challenge,
      timeout: TIMEOUT_MS,
      rpId: this.site.id,
      allowCredentials: [],
      userVerification: 'preferred',
    };
  }

  /** All failures give the same response, so that it does not reveal which passkeys exist. @throws 401, 429 */
  async signIn(request: AuthenticatePasskeyRequest, client: Client): Promise<OpenedSession> {
    const passkey = await this.findPasskey(request.credential_id);
    const proof = await this.throttle.runAttempt({ client, account: passkey?.email }, () =>
      this.verify(request, passkey),
    );
    if (!passkey || !proof) throw unauthorized('Passkey authentication failed', 'passkey_refused');
    return this.database.transaction(async () => {
      await this.database.db
        .updateTable('passkeys')
        .set({
          counter: String(proof.newCounter),
          backed_up: proof.credentialBackedUp,
          last_used_at: new Date(),
        })
        .where('id', '=', passkey.id)
        .execute();
      return this.sessions.open(passkey.user_id, client, request.remember_me);
    });
  }

  /** Consumes the challenge in any case. */
  private async verify(request: AuthenticatePasskeyRequest, passkey: StoredPasskey | undefined) {
    const {
      credential_id: id,
      client_data_json: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
      user_handle,
    } = request;
    const expectedChallenge = extractChallenge(clientDataJSON);
    const used = await this.tokens.consume('passkey_sign_in', expectedChallenge);
    if (!used || !passkey?.active) return undefined;
    if (user_handle !== undefined && user_handle !== toBase64url(toUserHandle(passkey.user_id))) return undefined;
    const verification = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: this.site.origins,
      expectedRPID: this.site.id,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
      requireUserVerification: false,
    }).catch(() => undefined);
    return verification?.verified ? verification.authenticationInfo : undefined;
  }

  private async findPasskey(credentialId: string): Promise<StoredPasskey | undefined> {
    return this.database.db
      .selectFrom('passkeys as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select(['p.id', 'p.user_id', 'p.public_key', 'p.counter'])
      .select(sql<string>`lower(u.email::text)`.as('email'))
      .select(isActive.as('active'))
      .where('p.credential_id', '=', credentialId)
      .executeTakeFirst();
  }
}
