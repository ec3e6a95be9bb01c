import { Injectable } from '@nestjs/common';
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { conflict, DomainError, notFound } from '../../../platform/errors/domain-error.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import type { Row } from '../../../schema/index.js';
import { AccountMails } from '../mails/account-mails.js';
import { Credentials } from '../credentials/credentials.js';
import { type NewPasskeyOwner, OneTimeTokens } from '../tokens/one-time-tokens.js';
import type { PasskeyRegistrationOptionsResponse, RegisterPasskeyRequest } from './passkeys.dto.js';
import {
  ALGORITHMS,
  fromBase64url,
  CHALLENGE_SECONDS,
  extractChallenge,
  toUserHandle,
  RelyingParty,
  TIMEOUT_MS,
} from './relying-party.js';

const MAX_PASSKEYS = 20;
const columns = ['id', 'name', 'backed_up', 'created_at', 'last_used_at'] as const;
export type PasskeyRow = Pick<Row<'passkeys'>, (typeof columns)[number]>;

interface VerifiedPasskey {
  credential: WebAuthnCredential;
  backed_up: boolean;
  name: string;
  transports: string[];
}

/** A user's own passkeys. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly site: RelyingParty,
    private readonly settings: Settings,
    private readonly mails: AccountMails,
    private readonly credentials: Credentials,
  ) {}

  async list(userId: string): Promise<PasskeyRow[]> {
    return this.database.db
      .selectFrom('passkeys')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute();
  }

  async rename(userId: string, id: string, name: string): Promise<PasskeyRow> {
    const row = await this.database.db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(columns)
      .executeTakeFirst();
    if (!row) throw notFound('This passkey');
    return row;
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'This passkey', async () => {
      const removed = await this.database.db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('This passkey');
    });
  }

  /** @throws 409 too_many_passkeys */
  async createOptions(userId: string): Promise<PasskeyRegistrationOptionsResponse> {
    const owner = await this.findOwner(userId);
    if (owner.passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    const challenge = await this.tokens.issue('passkey_registration', { userId, data: {}, seconds: CHALLENGE_SECONDS });
    return this.describe({ id: userId, ...owner }, challenge);
  }

  /** For an account that is created when its passkey is verified; the challenge keeps the account meanwhile. */
  async createOptionsOfNewAccount(account: NewPasskeyOwner): Promise<PasskeyRegistrationOptionsResponse> {
    const challenge = await this.tokens.issue('new_account_passkey', { data: account, seconds: CHALLENGE_SECONDS });
    return this.describe({ ...account, passkeys: [] }, challenge);
  }

  private async describe(
    { id, name, email, passkeys }: NewPasskeyOwner & { passkeys: { id: string; transports: string[] }[] },
    challenge: string,
  ): Promise<PasskeyRegistrationOptionsResponse> {
    const rp = { id: this.site.id, name: await this.settings.get(siteName) };
    const options = await generateRegistrationOptions({
      rpID: rp.id,
      rpName: rp.name,
      userID: toUserHandle(id),
      userName: email,
      userDisplayName: name,
      challenge: fromBase64url(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: passkeys,
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const excluded = passkeys.map((passkey) => ({ ...passkey, type: 'public-key' as const }));
    const parameters = options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const }));
    return {
      challenge: options.challenge,
      timeout: TIMEOUT_MS,
      rp,
      user: options.user,
      pubKeyCredParams: parameters,
      excludeCredentials: excluded,
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    };
  }

  /** @throws 400 challenge_expired, passkey_refused; 409 passkey_exists, too_many_passkeys */
  async register(userId: string, request: RegisterPasskeyRequest): Promise<PasskeyRow> {
    const challenge = extractChallenge(request.client_data_json);
    const used = await this.tokens.consume('passkey_registration', challenge);
    if (used?.user_id !== userId) throw challengeExpired();
    const passkey = await this.verify(request, challenge);
    return this.database.transaction(async () => {
      await this.credentials.lockUser(userId);
      // Checked again: several windows may have received options.
      if ((await this.findOwner(userId)).passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const row = await this.insert(userId, passkey);
      await this.mails.sendSecurityNotice(userId, 'A passkey was added to your account.');
      return row;
    });
  }

  /** @throws 400 challenge_expired, passkey_refused */
  async verifyOfNewAccount(
    request: RegisterPasskeyRequest,
  ): Promise<{ account: NewPasskeyOwner; passkey: VerifiedPasskey }> {
    const challenge = extractChallenge(request.client_data_json);
    const used = await this.tokens.consume('new_account_passkey', challenge);
    if (!used) throw challengeExpired();
    return { account: used.data, passkey: await this.verify(request, challenge) };
  }

  /** Joins the caller's transaction. @throws 409 passkey_exists */
  async insert(userId: string, { credential, ...passkey }: VerifiedPasskey): Promise<PasskeyRow> {
    const { transports, ...row } = {
      ...passkey,
      id: uuidv7(),
      created_at: new Date(),
      last_used_at: null,
    };
    try {
      await this.database.db
        .insertInto('passkeys')
        .values({
          ...row,
          user_id: userId,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: String(credential.counter),
          transports,
        })
        .execute();
    } catch (error) {
      if (brokenConstraint(error) === 'passkeys_credential_id_unique')
        throw conflict('passkey_exists', 'This passkey is already registered.');
      throw error;
    }
    return row;
  }

  private async verify(request: RegisterPasskeyRequest, expectedChallenge: string): Promise<VerifiedPasskey> {
    const { credential_id: id, client_data_json: clientDataJSON, attestation_object: attestationObject } = request;
    const verification = await verifyRegistrationResponse({
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
    if (!verification?.verified || verification.registrationInfo.credential.id !== id)
      throw new DomainError(400, 'passkey_refused', 'The passkey could not be verified. Please try again.');
    return {
      credential: verification.registrationInfo.credential,
      backed_up: verification.registrationInfo.credentialBackedUp,
      name: request.name ?? 'Passkey',
      transports: request.transports ?? [],
    };
  }

  private findOwner(userId: string) {
    return this.database.db
      .selectFrom('users as u')
      .select(['u.name', 'u.email'])
      .select(
        sql<{ id: string; transports: string[] }[]>`coalesce(
          (select json_agg(json_build_object('id', p.credential_id, 'transports', p.transports))
           from passkeys p where p.user_id = u.id), '[]')`.as('passkeys'),
      )
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow();
  }
}

const challengeExpired = () =>
  new DomainError(400, 'challenge_expired', 'Creating the passkey took too long. Please try again.');

const tooManyPasskeys = () =>
  conflict('too_many_passkeys', `You already have ${MAX_PASSKEYS} passkeys. Please delete one first.`);
