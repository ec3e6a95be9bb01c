/**
 * The pattern of `comment-markdown.ts` for an incomplete mention; it accepts all letters, because users are searched by
 * name.
 */
const PARTIAL_MENTION = /(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}][\p{L}\p{N}-]{0,29})$/u;

export interface PartialMention {
  /** The text after the @. */
  query: string;
  from: number;
}

/** Returns the mention at the end of the text, or undefined. */
export function findMentionAtEnd(text: string): PartialMention | undefined {
  const query = PARTIAL_MENTION.exec(text)?.[1];
  return query === undefined ? undefined : { query, from: text.length - query.length };
}
