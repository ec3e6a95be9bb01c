import { Injectable } from '@nestjs/common';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { conflict, DomainError } from '../../../platform/http/domain-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { siteName } from '../../../platform/settings/site.js';
import { AccountMails } from '../mails/account-mails.js';
import { SignInMeans } from '../sign-in/sign-in-means.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';
import type { PasskeyRegistrationOptionsResponse, RegisterPasskeyRequest } from './passkeys.dto.js';
import type { PasskeyRow } from './passkeys.service.js';
import {
  ALGORITHMS,
  bytes,
  CHALLENGE_SECONDS,
  challengeOf,
  handleOf,
  RelyingParty,
  TIMEOUT_MS,
} from './relying-party.js';

const MAX_PASSKEYS = 20;

interface Owner {
  name: string;
  email: string;
  passkeys: { id: string; transports: string[] }[];
}

/** Adds a passkey to an account. */
@Injectable()
export class PasskeyRegistrationService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly site: RelyingParty,
    private readonly settings: Settings,
    private readonly mails: AccountMails,
    private readonly means: SignInMeans,
  ) {}

  async options(userId: string): Promise<PasskeyRegistrationOptionsResponse> {
    const owner = await this.owner(userId);
    if (owner.passkeys.length >= MAX_PASSKEYS) throw tooMany();
    const rp = { id: this.site.id, name: await this.settings.get(siteName) };
    const challenge = await this.tokens.issue('passkey_registration', { userId, data: {}, seconds: CHALLENGE_SECONDS });
    const made = await generateRegistrationOptions({
      rpID: rp.id,
      rpName: rp.name,
      userID: handleOf(userId),
      userName: owner.email,
      userDisplayName: owner.name,
      challenge: bytes(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: owner.passkeys,
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const known = owner.passkeys.map((passkey) => ({ ...passkey, type: 'public-key' as const }));
    const parameters = made.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const }));
    return {
      challenge: made.challenge,
      timeout: TIMEOUT_MS,
      rp,
      user: made.user,
      pubKeyCredParams: parameters,
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    };
  }

  /** @throws 400 challenge_expired, passkey_refused; 409 passkey_exists, too_many_passkeys */
  async register(userId: string, { name = 'Passkey', ...given }: RegisterPasskeyRequest): Promise<PasskeyRow> {
    const challenge = challengeOf(given.client_data_json);
    const used = await this.tokens.use('passkey_registration', challenge);
    if (used?.userId !== userId)
      throw new DomainError(
        400,
        'challenge_expired',
        'Making the passkey took too long, or was tried twice. Please try again.',
      );
    const { credential, backedUp } = await this.verify(given, challenge);
    const row: PasskeyRow = { id: uuidv7(), name, backed_up: backedUp, created_at: new Date(), last_used_at: null };
    try {
      await this.database.transaction(async () => {
        await this.means.lock(userId);
        // Asked again: options may have been given to many windows.
        if ((await this.owner(userId)).passkeys.length >= MAX_PASSKEYS) throw tooMany();
        await this.database.query(
          `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [
            row.id,
            userId,
            credential.id,
            Buffer.from(credential.publicKey),
            credential.counter,
            given.transports ?? [],
            row.backed_up,
            row.name,
            row.created_at,
          ],
        );
        await this.mails.securityNotice(userId, 'A passkey was added to your account.');
      });
    } catch (error) {
      if (brokenConstraint(error) === 'passkeys_credential_id_unique')
        throw conflict('passkey_exists', 'This passkey is registered already.');
      throw error;
    }
    return row;
  }

  private async verify(
    given: RegisterPasskeyRequest,
    expectedChallenge: string,
  ): Promise<{ credential: WebAuthnCredential; backedUp: boolean }> {
    const { credential_id: id, client_data_json: clientDataJSON, attestation_object: attestationObject } = given;
    const verdict = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: this.site.origins,
      expectedRPID: this.site.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined);
    if (!verdict?.verified || verdict.registrationInfo.credential.id !== id)
      throw new DomainError(400, 'passkey_refused', 'The passkey could not be verified. Please try again.');
    return { credential: verdict.registrationInfo.credential, backedUp: verdict.registrationInfo.credentialBackedUp };
  }

  private async owner(userId: string): Promise<Owner> {
    const row = await this.database.one<Owner>(
      `select u.name, u.email, coalesce((select json_agg(json_build_object('id', p.credential_id, 'transports', p.transports)) from passkeys p where p.user_id = u.id), '[]') as passkeys
       from users u where u.id = $1`,
      [userId],
    );
    if (!row) throw new Error('A signed-in person has no account.');
    return row;
  }
}

const tooMany = () =>
  conflict('too_many_passkeys', `You have ${MAX_PASSKEYS} passkeys already. Please delete one first.`);
