/**
 * Deterministic texts with a realistic distribution of words for a search: few frequent and many rare ones.
 */
export class SeedText {
  private state = 20261121;
  private readonly words: string[];

  constructor(size = 20_000) {
    const [onsets, vowels, ends] = [
      ['b', 'br', 'd', 'f', 'g', 'h', 'k', 'kl', 'l', 'm', 'n', 'p', 'pr', 'r', 's', 'st', 't', 'tr', 'v', 'z'],
      ['a', 'e', 'i', 'o', 'u', 'au', 'ei'],
      ['', 'l', 'm', 'n', 'r', 's', 't'],
    ];
    const syllable = () => this.pick(onsets) + this.pick(vowels) + this.pick(ends);
    const made = new Set<string>([
      'documentation',
      'guide',
      'server',
      'backup',
      'database',
      'datenbank',
      'release',
      'network',
      'security',
      'testing',
    ]);
    while (made.size < size) made.add(syllable() + syllable() + (made.size > 2000 ? syllable() : ''));
    this.words = [...made];
  }

  /** All words of the texts, in lower case. */
  get vocabulary(): readonly string[] {
    return this.words;
  }

  /** From 0 up to, but without, 1. */
  random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  /** The word at a place of the frequency list: 0 is in nearly every text, the last ones in one of thousands. */
  getWord(rank: number): string {
    return this.words[Math.min(rank, this.words.length - 1)] as string;
  }

  /** By Zipf's law. */
  word(): string {
    return this.getWord(Math.floor(Math.exp(this.random() * Math.log(this.words.length + 1))) - 1);
  }

  title(): string {
    const text = Array.from({ length: 3 + this.below(4) }, () => this.word()).join(' ');
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  sentences(words: number): string {
    const sentences: string[] = [];
    for (let left = words; left > 0; left -= 16)
      sentences.push(`${this.title()} ${Array.from({ length: Math.min(left, 12) }, () => this.word()).join(' ')}.`);
    return sentences.join(' ');
  }

  /** Markdown of about so many words, under four headings. */
  markdown(words: number): string {
    const section = () => `## ${this.title()}\n\n${this.sentences(words / 4)}\n`;
    return `${this.sentences(words / 10)}\n\n${section()}\n${section()}\n${section()}\n${section()}`;
  }
}
