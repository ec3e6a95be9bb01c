import { hash, randomBytes } from 'node:crypto';

/** A new opaque token of 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored instead of the token. A fast hash is enough: 256 random bits cannot be guessed. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');

export const SESSION_SECONDS = 604_800;
export const REMEMBERED_SESSION_SECONDS = 2_592_000;
