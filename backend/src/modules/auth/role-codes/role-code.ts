import { createHash, randomInt } from 'node:crypto';

/** Without similar-looking letters and digits. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** A new code of 60 random bits, like K7QP-3MNX-WE5T. */
export function createCode(): string {
  return Array.from({ length: GROUPS }, group).join('-');
}

/** Stored instead of the code. Ignores letter case, hyphens and spaces. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('base64url');
}

/** The first group of a code: enough to recognise it in a list, too little to redeem it. */
export const codeHint = (code: string): string => code.slice(0, GROUP_LENGTH);
