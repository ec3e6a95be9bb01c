/** Without its own rules: the server decides, and says why. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** Quotes and brackets around an address, and the full stop of a sentence. */
const WRAPPING = /^(?:mailto:|["'([<])+|["')\].]{1,4}$/gi;

const keepAddresses = (words: string): string =>
  words
    .split(/[\s,]+/)
    .filter((word) => word.includes('@'))
    .join(' ');

/**
 * Mail programs copy a name in front of an address in angle brackets, also with a comma in it.
 * @param text up to a closing bracket
 */
function dropName(text: string): string {
  const bracket = text.lastIndexOf('<');
  if (bracket === -1) return text;
  const before = text.slice(0, bracket);
  const nameStart = Math.max(before.lastIndexOf(';'), before.lastIndexOf('\n')) + 1;
  return `${before.slice(0, nameStart)} ${keepAddresses(before.slice(nameStart))} ${text.slice(bracket + 1)} `;
}

interface EmailAddresses {
  /** Each once, without regard to letter case; the first spelling stays. */
  addresses: string[];
  /** Parts that are no address, as typed. */
  invalid: string[];
}

/** Reads a pasted list of addresses that are separated by commas, semicolons, spaces or lines. */
export function parseEmailAddresses(text: string): EmailAddresses {
  const parts = text.split('>');
  const words = parts
    .map((part, index) => (index < parts.length - 1 ? dropName(part) : part))
    .join('')
    .split(/[\s,;]+/)
    .map((word) => word.replaceAll(WRAPPING, ''))
    .filter((word) => word !== '');
  const spellings = new Map<string, string>();
  for (const word of words) if (!spellings.has(word.toLowerCase())) spellings.set(word.toLowerCase(), word);
  const unique = [...spellings.values()];
  return {
    addresses: unique.filter((word) => ADDRESS.test(word)),
    invalid: unique.filter((word) => !ADDRESS.test(word)),
  };
}
