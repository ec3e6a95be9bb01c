interface Alphabet {
  upper: number;
  lower: number;
  /** Letters that Unicode had before the others of their alphabet. */
  others: Readonly<Record<string, string>>;
}

/** By the values of `mathvariant` of which browsers know no style. */
const alphabets: Readonly<Record<string, Alphabet>> = {
  'double-struck': {
    upper: 0x1d538,
    lower: 0x1d552,
    others: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  },
  script: {
    upper: 0x1d49c,
    lower: 0x1d4b6,
    others: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ', e: 'ℯ', g: 'ℊ', o: 'ℴ' },
  },
  fraktur: { upper: 0x1d504, lower: 0x1d51e, others: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' } },
};

/** Writes letters of a special alphabet as the characters that Unicode has for them, as MathML Core wants it. */
export function convertAlphabets(math: Element): void {
  for (const element of math.querySelectorAll('[mathvariant]')) {
    const alphabet = alphabets[element.getAttribute('mathvariant') ?? ''];
    if (!alphabet) continue;
    element.textContent = element.textContent.replaceAll(/[A-Za-z]/g, (letter) => convertLetter(letter, alphabet));
    element.setAttribute('mathvariant', 'normal');
  }
}

function convertLetter(letter: string, { upper, lower, others }: Alphabet): string {
  const isUpper = letter <= 'Z';
  const offset = letter.charCodeAt(0) - (isUpper ? 'A' : 'a').charCodeAt(0);
  return others[letter] ?? String.fromCodePoint((isUpper ? upper : lower) + offset);
}
