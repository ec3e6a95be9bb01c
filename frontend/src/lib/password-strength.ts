/** From 0 (weak) to 3 (strong). */
type PasswordStrength = 0 | 1 | 2 | 3;

/**
 * Estimates the bits of a brute-force search over the character classes used. Repeated characters and sequences (aaaa,
 * 1234) add nothing. It is a hint, not a rule.
 */
export function getPasswordStrength(password: string): PasswordStrength {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
  const sizes = [26, 26, 10, 33];
  const alphabet = kinds.reduce((sum, kind, index) => sum + (kind.test(password) ? (sizes[index] ?? 0) : 0), 0);
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  const counted = codes.filter((code, index) => {
    const step = Math.abs(code - (codes[index - 1] ?? Number.NaN));
    return !(step <= 1);
  });
  const bits = counted.length * Math.log2(Math.max(alphabet, 1));
  if (bits < 45) return 0;
  if (bits < 60) return 1;
  return bits < 80 ? 2 : 3;
}
