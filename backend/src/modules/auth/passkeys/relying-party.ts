import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';

/** ES256 and RS256, by their COSE numbers. */
export const ALGORITHMS = [-7, -257];
/** Time that the browser grants the user, in milliseconds. */
export const TIMEOUT_MS = 120_000;
/** The browser's timeout and an allowance for the network. */
export const CHALLENGE_SECONDS = 180;

/** The hub as WebAuthn's relying party. */
@Injectable()
export class RelyingParty {
  /** host name that passkeys are bound to; WebAuthn accepts no IP address, so 127.0.0.1 becomes localhost */
  readonly id: string;
  readonly origins: string[];

  constructor(config: Config) {
    const { hostname } = new URL(config.frontendUrl);
    this.id = hostname === '127.0.0.1' ? 'localhost' : hostname;
    this.origins = config.ownOrigins;
  }
}

/** The challenge inside `clientDataJSON`; empty when there is none. */
export function extractChallenge(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'));
    const { challenge } = data as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

export const toBase64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
export const fromBase64url = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** WebAuthn's user handle: the bytes of the user's id, which reveal nothing about the user. */
export const toUserHandle = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
