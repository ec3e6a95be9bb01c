import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { hashToken, newToken } from '../sessions/session-token.js';

interface Kinds {
  /** from the mail about a forgotten password */
  password_reset: object;
  /** from the mail that asks whether an address is the person's own */
  email_verification: { email: string };
  /** challenges that an authenticator signs */
  passkey_registration: object;
  passkey_sign_in: object;
  /** the `state` that travels to an issuer and back */
  external_start: { provider: string; nonce: string; verifier: string; remember: boolean };
  /** the `session_id` that the frontend trades for a session */
  external_finish: { remember: boolean };
}

export type TokenKind = keyof Kinds;

interface Issue<Kind extends TokenKind> {
  userId?: string;
  /** what only the browser it was made for knows */
  browser?: string;
  data: Kinds[Kind];
  seconds: number;
}

export interface OneTimeToken<Kind extends TokenKind> {
  userId: string | null;
  data: Kinds[Kind];
}

/** Tokens of 256 random bits that are good for one use and a short time; only their hashes are stored. */
@Injectable()
export class OneTimeTokens {
  constructor(private readonly database: Database) {}

  async issue<Kind extends TokenKind>(kind: Kind, { userId, browser, data, seconds }: Issue<Kind>): Promise<string> {
    const token = newToken();
    await this.database.query(
      'insert into one_time_tokens (hash, kind, user_id, browser_hash, data, expires_at) values ($1, $2, $3, $4, $5, $6)',
      [
        hashToken(token),
        kind,
        userId ?? null,
        browser === undefined ? null : hashToken(browser),
        JSON.stringify(data),
        new Date(Date.now() + seconds * 1000),
      ],
    );
    return token;
  }

  /** Uses a token up, if it is good and was made for this browser; of several who try at the same moment one succeeds. */
  async use<Kind extends TokenKind>(
    kind: Kind,
    token: string,
    browser?: string,
  ): Promise<OneTimeToken<Kind> | undefined> {
    return this.database.one<OneTimeToken<Kind>>(
      `update one_time_tokens set used_at = $4
       where hash = $1 and kind = $2 and browser_hash is not distinct from $3 and used_at is null and expires_at > $4
       returning user_id as "userId", data`,
      [hashToken(token), kind, browser === undefined ? null : hashToken(browser), new Date()],
    );
  }

  /** What {@link use} would say, without using it up. */
  async look<Kind extends TokenKind>(kind: Kind, token: string): Promise<OneTimeToken<Kind> | undefined> {
    return this.database.one<OneTimeToken<Kind>>(
      'select user_id as "userId", data from one_time_tokens where hash = $1 and kind = $2 and browser_hash is null and used_at is null and expires_at > $3',
      [hashToken(token), kind, new Date()],
    );
  }

  /** Makes all of a person's tokens of one kind worthless. */
  async forget(kind: TokenKind, userId: string): Promise<void> {
    await this.database.query('delete from one_time_tokens where user_id = $1 and kind = $2', [userId, kind]);
  }

  async sweep(): Promise<void> {
    await this.database.query('delete from one_time_tokens where expires_at < $1', [new Date()]);
  }
}
