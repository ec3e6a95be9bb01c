import argon2 from '@node-rs/argon2';

/** argon2id with the library's defaults, which follow OWASP (19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password);

let decoy: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (unknown account, or one without password) it verifies against a decoy, so
 * that the time taken does not tell whether the account exists.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= argon2.hash('no account has this password');
  const fits = await argon2.verify(stored ?? (await decoy), password);
  return fits && !!stored;
}
