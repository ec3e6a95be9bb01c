import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { conflict, DomainError, notFound, unauthorized } from '../../../platform/errors/domain-error.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import type { Row } from '../../../schema/index.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { type NewPasskeyOwner, OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import type {
  AuthenticatePasskeyRequest,
  PasskeyAuthenticationOptionsResponse,
  PasskeyRegistrationOptionsResponse,
  RegisterPasskeyRequest,
} from './passkeys.dto.js';
import type { Client } from '../../../platform/http/request/request.js';
import { type OpenedSession, SessionsService } from '../sessions/sessions.service.js';
import { LoginThrottle } from '../credentials/login-throttle.js';
import { isActive } from '../users/user.policy.js';
import { Config } from '../../../platform/config/config.js';

/** ES256 and RS256, by their COSE numbers. */
const ALGORITHMS = [-7, -257];
/** Time that the browser grants the user, in milliseconds. */
const TIMEOUT_MS = 120_000;
/** The browser's timeout and an allowance for the network. */
const CHALLENGE_SECONDS = 180;
const MAX_PASSKEYS = 20;

const columns = ['id', 'name', 'backed_up', 'created_at', 'last_used_at'] as const;

export type PasskeyRow = Pick<Row<'passkeys'>, (typeof columns)[number]>;

type StoredPasskey = Pick<Row<'passkeys'>, 'id' | 'user_id' | 'public_key' | 'counter'> & {
  email: string;
  active: boolean;
};

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
    private readonly tokens: OneTimeTokensService,
    private readonly config: Config,
    private readonly settings: Settings,
    private readonly mails: AccountMailer,
    private readonly credentials: CredentialsService,
    private readonly throttle: LoginThrottle,
    private readonly sessions: SessionsService,
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
    if (!row) throw notFound('passkey');
    return row;
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'passkey', async () => {
      const removed = await this.database.db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('passkey');
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
    const rp = { id: this.relyingPartyId, name: await this.settings.get(siteName) };
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
      await this.mails.sendSecurityNotice(userId, (texts) => texts.mails.notices.passkeyAdded);
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
        throw conflict('passkey_exists', (texts) => texts.auth.passkeyExists);
      throw error;
    }
    return row;
  }

  /** @throws 429 */
  async createSignInOptions(client: Client): Promise<PasskeyAuthenticationOptionsResponse> {
    await this.throttle.consumeStart(client);
    const challenge = await this.tokens.issue('passkey_sign_in', { data: {}, seconds: CHALLENGE_SECONDS });
    const options = await generateAuthenticationOptions({
      rpID: this.relyingPartyId,
      challenge: fromBase64url(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'preferred',
    });
    return {
      challenge: options.challenge,
      timeout: TIMEOUT_MS,
      rpId: this.relyingPartyId,
      allowCredentials: [],
      userVerification: 'preferred',
    };
  }

  /** All failures give the same response, so that it does not reveal which passkeys exist. @throws 401, 429 */
  async signIn(request: AuthenticatePasskeyRequest, client: Client): Promise<OpenedSession> {
    const passkey = await this.findPasskey(request.credential_id);
    const proof = await this.throttle.runAttempt({ client, account: passkey?.email }, () =>
      this.verifySignIn(request, passkey),
    );
    if (!passkey || !proof) throw unauthorized((texts) => texts.auth.passkeyRefused, 'passkey_refused');
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

  /** Host name that passkeys are bound to; WebAuthn accepts no IP address, so 127.0.0.1 becomes localhost. */
  private get relyingPartyId(): string {
    const { hostname } = new URL(this.config.frontendUrl);
    return hostname === '127.0.0.1' ? 'localhost' : hostname;
  }

  /** Consumes the challenge in any case. */
  private async verifySignIn(request: AuthenticatePasskeyRequest, passkey: StoredPasskey | undefined) {
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
      expectedOrigin: this.config.ownOrigins,
      expectedRPID: this.relyingPartyId,
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
      expectedOrigin: this.config.ownOrigins,
      expectedRPID: this.relyingPartyId,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined);
    if (!verification?.verified || verification.registrationInfo.credential.id !== id)
      throw new DomainError(400, 'passkey_refused', (texts) => texts.auth.passkeyNotVerified);
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

const challengeExpired = () => new DomainError(400, 'challenge_expired', (texts) => texts.auth.challengeExpired);

const tooManyPasskeys = () => conflict('too_many_passkeys', (texts) => texts.auth.tooManyPasskeys(MAX_PASSKEYS));

/** The challenge inside `clientDataJSON`; empty when there is none. */
function extractChallenge(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const fromBase64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** WebAuthn's user handle: the bytes of the user's id, which reveal nothing about the user. */
const toUserHandle = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
