import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import argon2 from '@node-rs/argon2';
import { normalizePassword } from '../../../platform/config/config.js';
import { Semaphore } from '../../../platform/limits/semaphore.js';
import { type LoginAttempt, LoginThrottle } from './login-throttle.js';
import type { Texts } from '../../../platform/language/texts.js';

/**
 * Limits password hashing in this process. A hash keeps a processor core busy for about 30 ms. One core stays free for
 * requests, and at least one of the four threads of Node's pool for files and compression.
 */
const hashing = new Semaphore({
  concurrency: Math.min(3, Math.max(1, availableParallelism() - 1)),
  maxQueued: 500,
  busyMessage: (texts: Texts) => texts.auth.tooManySignIns,
});

/**
 * Hashes the normalised password. argon2id with the library's defaults, which follow OWASP (19 MiB, 2 passes).
 * @throws 503 when the queue is full
 */
export const hashPassword = (password: string): Promise<string> =>
  hashing.run(() => argon2.hash(normalizePassword(password)));

let decoy: Promise<string> | undefined;

/** A password that matched. */
interface PasswordMatch {
  /** hash of the normalised password, where the stored one is of the password as typed */
  renewedHash?: string;
}

/**
 * Compares a password with the stored hash: normalised, and as typed for hashes from before normalisation. Without a
 * hash (unknown account, or one without a password) a decoy is verified as often, so that the response time does not
 * reveal whether the account exists. Callers run it within {@link hashing}.
 */
async function verifyPassword(stored: string | null, typed: string): Promise<PasswordMatch | undefined> {
  decoy ??= argon2.hash('no account has this password');
  const hash = stored ?? (await decoy);
  const normalized = normalizePassword(typed);
  if ((await argon2.verify(hash, normalized)) && stored) return {};
  if (typed === normalized || !(await argon2.verify(hash, typed)) || !stored) return undefined;
  return { renewedHash: await argon2.hash(normalized) };
}

/**
 * Compares a password that protects something other than an account. Callers limit the attempts.
 * @throws 503 when the queue is full
 */
export const matchesPassword = (stored: string, typed: string): Promise<boolean> =>
  hashing.run(async () => (await verifyPassword(stored, typed)) !== undefined);

/** Verifies a password within the limits on failed sign-ins. */
@Injectable()
export class PasswordVerifier {
  constructor(private readonly throttle: LoginThrottle) {}

  /** Parallel guesses are counted one by one. @throws 429, 503 */
  async verify(stored: string | null, typed: string, attempt: LoginAttempt): Promise<PasswordMatch | undefined> {
    return hashing.run(() => this.throttle.runAttempt(attempt, () => verifyPassword(stored, typed)));
  }
}
