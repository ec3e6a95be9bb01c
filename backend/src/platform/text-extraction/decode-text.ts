export const textEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof textEncodings)[number];

interface DecodedText {
  text: string;
  encoding: TextEncoding;
}

/** How many bytes tell UTF-16 without a byte order mark. */
const SAMPLE = 4096;

/**
 * Decodes a text file: by its byte order mark, as UTF-16 where every other byte is zero, as UTF-8 where it is valid,
 * and else as Windows-1252, which has a character for every byte. The result has no byte order mark.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = decodeUtf16(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: utf16 };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    // An invalid byte after the mark of UTF-8 is a damaged character of it.
    const encoding = hasUtf8Mark(bytes) ? 'utf-8' : 'windows-1252';
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}

const hasUtf8Mark = ([a, b, c]: Uint8Array): boolean => a === 0xef && b === 0xbb && c === 0xbf;

function decodeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (bytes.length < 2 || bytes.length % 2) return undefined;
  // Digits, spaces and line breaks of captions have one zero byte each, in every language.
  const zeros = [0, 0];
  const length = Math.min(SAMPLE, bytes.length);
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > length / 8 && even === 0) return 'utf-16le';
  return even > length / 8 && odd === 0 ? 'utf-16be' : undefined;
}
