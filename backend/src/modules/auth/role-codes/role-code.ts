import { createHash, randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** A new code of 60 random bits, like K7QP-3MNX-WE5T. */
export function newCode(): string {
  return Array.from({ length: GROUPS }, group).join('-');
}

/** What is stored instead of the code; the same for every way of typing it: letter case, hyphens and spaces do not count. */
export function hashOf(code: string): string {
  return createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest('base64url');
}

/** Enough of a code to find it again in a list, and too little to redeem it. */
export const hintOf = (code: string): string => code.slice(0, GROUP_LENGTH);
