import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { hash, randomBytes } from 'node:crypto';

/** A new opaque token of 256 random bits. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Stored instead of the token. A fast hash is enough: 256 random bits cannot be guessed. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

/** The account that a passkey is created for before the account exists. */
export interface NewPasskeyOwner {
  id: string;
  name: string;
  email: string;
}

interface TokenData {
  /** link in the terminal that creates the first administrator */
  setup: object;
  /** link in the mail about a forgotten password */
  password_reset: object;
  /** link in the mail that verifies an email address */
  email_verification: { email: string };
  /** challenges signed by an authenticator */
  passkey_registration: object;
  passkey_sign_in: object;
  new_account_passkey: NewPasskeyOwner;
  /** the `state` parameter of a sign-in at an issuer */
  external_start: { provider: string; nonce: string; verifier: string; remember: boolean };
  /** the `session_id` that the frontend exchanges for a session */
  external_finish: { remember: boolean };
}

type TokenKind = keyof TokenData;

interface IssueOptions<Kind extends TokenKind> {
  userId?: string;
  /** secret of the browser that the token is bound to */
  browser?: string;
  data: TokenData[Kind];
  seconds: number;
}

interface OneTimeToken<Kind extends TokenKind> {
  user_id: string | null;
  data: TokenData[Kind];
}

/** Tokens of 256 random bits, valid once and for a short time; only their hashes are stored. */
@Injectable()
export class OneTimeTokensService {
  constructor(private readonly database: Database) {}

  async issue<Kind extends TokenKind>(
    kind: Kind,
    { userId, browser, data, seconds }: IssueOptions<Kind>,
  ): Promise<string> {
    const token = createToken();
    await this.database.db
      .insertInto('one_time_tokens')
      .values({
        hash: hashToken(token),
        kind,
        user_id: userId ?? null,
        browser_hash: browser === undefined ? null : hashToken(browser),
        data: JSON.stringify(data),
        expires_at: new Date(Date.now() + seconds * 1000),
      })
      .execute();
    return token;
  }

  /** Consumes a valid token of this browser. Of several concurrent requests one succeeds. */
  async consume<Kind extends TokenKind>(
    kind: Kind,
    token: string,
    browser?: string,
  ): Promise<OneTimeToken<Kind> | undefined> {
    const now = new Date();
    return this.database.db
      .updateTable('one_time_tokens')
      .set({ used_at: now })
      .where('hash', '=', hashToken(token))
      .where('kind', '=', kind)
      .where('browser_hash', 'is not distinct from', browser === undefined ? null : hashToken(browser))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'data'])
      .executeTakeFirst() as Promise<OneTimeToken<Kind> | undefined>;
  }

  /** Returns a valid token without consuming it. */
  async find<Kind extends TokenKind>(kind: Kind, token: string): Promise<OneTimeToken<Kind> | undefined> {
    return this.database.db
      .selectFrom('one_time_tokens')
      .select(['user_id', 'data'])
      .where('hash', '=', hashToken(token))
      .where('kind', '=', kind)
      .where('browser_hash', 'is', null)
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date())
      .executeTakeFirst() as Promise<OneTimeToken<Kind> | undefined>;
  }

  /** Deletes all of a user's tokens of one kind. */
  async deleteAll(kind: TokenKind, userId: string): Promise<void> {
    await this.database.db
      .deleteFrom('one_time_tokens')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute();
  }

  async deleteExpired(): Promise<void> {
    await this.database.db.deleteFrom('one_time_tokens').where('expires_at', '<', new Date()).execute();
  }
}

/** The error for links in mails, the same for every kind of invalid token. */
export const linkExpired = () =>
  invalid([{ field: 'token', message: (texts) => texts.auth.linkExpired }], 'link_expired');
