/** A deterministic pseudo-random number of a text. */
export function hashToNumber(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9973;
  return hash;
}

/** The first letter or digit in upper case; a title without any yields its first character. */
export function getInitial(title: string): string {
  const sign = /[\p{L}\p{N}]/u.exec(title)?.[0] ?? [...title.trim()][0] ?? '';
  return sign.toLocaleUpperCase('en');
}
