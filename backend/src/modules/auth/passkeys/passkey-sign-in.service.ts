import { Injectable } from '@nestjs/common';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/client.js';
import { unauthorized } from '../../../platform/http/domain-error.js';
import { type Opened, SessionsService } from '../sessions/sessions.service.js';
import { SignInBudget } from '../sign-in/sign-in-budget.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';
import type { AuthenticatePasskeyRequest, PasskeyAuthenticationOptionsResponse } from './passkeys.dto.js';
import {
  base64url,
  bytes,
  CHALLENGE_SECONDS,
  challengeOf,
  handleOf,
  RelyingParty,
  TIMEOUT_MS,
} from './relying-party.js';

interface Stored {
  id: string;
  user_id: string;
  folded: string;
  public_key: Buffer;
  counter: string;
  active: boolean;
}

/** Signs in by a passkey that the browser finds by itself. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly site: RelyingParty,
    private readonly budget: SignInBudget,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws 429 */
  async options(client: Client): Promise<PasskeyAuthenticationOptionsResponse> {
    await this.budget.takeStart(client);
    const challenge = await this.tokens.issue('passkey_sign_in', { data: {}, seconds: CHALLENGE_SECONDS });
    const made = await generateAuthenticationOptions({
      rpID: this.site.id,
      challenge: bytes(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'preferred',
    });
    return {
      challenge: made.challenge,
      timeout: TIMEOUT_MS,
      rpId: this.site.id,
      allowCredentials: [],
      userVerification: 'preferred',
    };
  }

  /** Whatever is wrong, the answer is one and the same, so that nobody learns which passkeys exist. @throws 401, 429 */
  async signIn(given: AuthenticatePasskeyRequest, client: Client): Promise<Opened> {
    const passkey = await this.stored(given.credential_id);
    const proof = await this.budget.attempt({ client, account: passkey?.folded }, () => this.verify(given, passkey));
    if (!passkey || !proof) throw unauthorized('Passkey authentication failed', 'passkey_refused');
    return this.database.transaction(async () => {
      await this.database.query('update passkeys set counter = $2, backed_up = $3, last_used_at = $4 where id = $1', [
        passkey.id,
        proof.newCounter,
        proof.credentialBackedUp,
        new Date(),
      ]);
      return this.sessions.open(passkey.user_id, client, given.remember_me);
    });
  }

  /** The challenge is used up whatever else is wrong. */
  private async verify(given: AuthenticatePasskeyRequest, passkey: Stored | undefined) {
    const {
      credential_id: id,
      client_data_json: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
      user_handle,
    } = given;
    const expectedChallenge = challengeOf(clientDataJSON);
    const used = await this.tokens.use('passkey_sign_in', expectedChallenge);
    if (!used || !passkey?.active) return undefined;
    if (user_handle !== undefined && user_handle !== base64url(handleOf(passkey.user_id))) return undefined;
    const verdict = await verifyAuthenticationResponse({
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
    return verdict?.verified ? verdict.authenticationInfo : undefined;
  }

  private async stored(credentialId: string): Promise<Stored | undefined> {
    return this.database.one<Stored>(
      `select p.id, p.user_id, lower(u.email::text) as folded, p.public_key, p.counter, u.deactivated_at is null and u.erased_at is null as active
       from passkeys p join users u on u.id = p.user_id where p.credential_id = $1`,
      [credentialId],
    );
  }
}
