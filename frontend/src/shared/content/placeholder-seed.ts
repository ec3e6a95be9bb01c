/** A number that looks random and is always the same for the same text. */
export function numberFrom(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9973;
  return hash;
}

/** The first letter or digit, large; a title of signs alone has its first sign. */
export function initialOf(title: string): string {
  const sign = /[\p{L}\p{N}]/u.exec(title)?.[0] ?? [...title.trim()][0] ?? '';
  return sign.toLocaleUpperCase('en');
}
