/** As in `comment-markdown.ts`, of what is still being typed; letters of all kinds, for people are looked for by their names. */
const BEGUN = /(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}][\p{L}\p{N}-]{0,29})$/u;

export interface BegunMention {
  /** What stands behind the @. */
  typed: string;
  /** Where that begins. */
  from: number;
}

/** The mention that ends where the text does; undefined when nobody is being mentioned there. */
export function mentionBefore(text: string): BegunMention | undefined {
  const typed = BEGUN.exec(text)?.[1];
  return typed === undefined ? undefined : { typed, from: text.length - typed.length };
}
