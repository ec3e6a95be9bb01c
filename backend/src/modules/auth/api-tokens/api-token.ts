import { API_TOKEN_PREFIX } from '../../../platform/access/credentials.js';
import { createToken } from '../tokens/one-time-tokens.js';

const HINT_LENGTH = API_TOKEN_PREFIX.length + 4;

/** A new token of 256 random bits. */
export const createApiToken = (): string => `${API_TOKEN_PREFIX}${createToken()}`;

/** The first characters of a token: enough to recognize it in a list, too few to guess it. */
export const apiTokenHint = (token: string): string => token.slice(0, HINT_LENGTH);
