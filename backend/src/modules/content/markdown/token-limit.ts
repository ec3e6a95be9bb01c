import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/**
 * Limit per text; a token takes 200 bytes. Documents have one per 10 characters, a hostile text has 60 per character.
 */
const MAX_TOKENS = 250_000;

/** A text would take more memory than the worker has, for example a table with thousands of empty cells. */
export class TooManyTokens extends Error {}

function countToken(env: { tokens: number }): void {
  if (++env.tokens > MAX_TOKENS) throw new TooManyTokens();
}

/** Makes a parser throw TooManyTokens; the environment of each text counts its `tokens` from 0. */
export function limitTokens(parser: MarkdownIt): void {
  parser.block.State = class extends parser.block.State {
    override push(...token: Parameters<StateBlock['push']>): ReturnType<StateBlock['push']> {
      countToken(this.env as unknown as { tokens: number });
      return super.push(...token);
    }
  };
  parser.inline.State = class extends parser.inline.State {
    override push(...token: Parameters<StateInline['push']>): ReturnType<StateInline['push']> {
      countToken(this.env as unknown as { tokens: number });
      return super.push(...token);
    }
  };
}
