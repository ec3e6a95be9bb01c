import { hash, randomBytes } from 'node:crypto';

/** A new opaque token of 256 random bits. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Stored instead of the token. A fast hash is enough: 256 random bits cannot be guessed. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url');
