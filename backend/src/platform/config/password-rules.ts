/**
 * Greatest length of a typed password in UTF-16 code units, checked before it is normalised: a composed password of the
 * greatest length fits in any decomposed form.
 */
export const PASSWORD_INPUT_MAX = 2000;
/** Lengths of a normalised password in code points. */
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

/**
 * The form of a password that is hashed, so that it is the same on every keyboard: é typed as one code point or as two,
 * full-width letters of an input method, a no-break space. Spaces as in the profile OpaqueString (RFC 8265); NFKC
 * instead of its NFC, as NIST SP 800-63B recommends, because users cannot see compatibility variants in a hidden field.
 */
export const normalizePassword = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFKC');
