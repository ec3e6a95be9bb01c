import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';

/** ES256 and RS256, by their COSE numbers. */
export const ALGORITHMS = [-7, -257];
/** How long a person may take, in milliseconds. */
export const TIMEOUT_MS = 120_000;
/** What the browser allows and what the network adds. */
export const CHALLENGE_SECONDS = 180;

/** This site as passkeys know it. */
@Injectable()
export class RelyingParty {
  /** the host name that passkeys are bound to; an address is none, so that loopback is called by its name */
  readonly id: string;
  readonly origins: string[];

  constructor(config: Config) {
    const { hostname } = new URL(config.frontendUrl);
    this.id = hostname === '127.0.0.1' ? 'localhost' : hostname;
    this.origins = config.ownOrigins;
  }
}

/** The challenge inside `clientDataJSON`; empty when there is none. */
export function challengeOf(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

export const base64url = (of: Uint8Array) => Buffer.from(of).toString('base64url');
export const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** What an authenticator keeps to know an account by: the bytes of its id, which say nothing about the person. */
export const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
