// oxlint-disable-next-line typescript/triple-slash-reference -- for the halves, whose programs do not include it
/// <reference path="./markdown-it-footnote.d.ts" />
import MarkdownIt, { type MarkdownIt as MarkdownParser, type StateBlock, type StateInline } from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnotes from 'markdown-it-footnote';
import { literalAutolinks } from './autolinks.js';
import { math } from './math.js';
import { strikethrough } from './strikethrough.js';

export type { MarkdownIt as MarkdownParser, StateInline, Token } from 'markdown-it';

/**
 * Limit per text; a token takes 200 bytes. Documents have one per 10 characters, a hostile text has 60 per character.
 */
const MAX_TOKENS = 250_000;

/** A text would take more memory than a thread has, for example a table with thousands of empty cells. */
export class TooManyTokens extends Error {}

/** What the rules of the parser keep for one text. */
export interface Environment {
  [name: string | symbol]: unknown;
  tokens: number;
  /** by their number */
  footnotes: { refs: Record<string, number>; list: { label: string; count: number }[] };
}

export const createEnvironment = (): Environment => ({ tokens: 0, footnotes: { refs: createLabels(), list: [] } });

/** By labels of footnotes, whose letter case does not matter. */
const createLabels = (): Record<string, number> =>
  new Proxy<Record<string, number>>(
    {},
    {
      get: (ids, label) => ids[String(label).toLowerCase()],
      set: (ids, label, id: number) => {
        ids[String(label).toLowerCase()] = id;
        return true;
      },
    },
  );

/**
 * Creates a parser of CommonMark with the extensions of GitHub and formulas. Its environment is
 * {@link createEnvironment}; a text with too many tokens throws TooManyTokens. Definitions of footnotes stay where they
 * are.
 */
export function createParser(): MarkdownParser {
  const parser = new MarkdownIt({ html: true });
  parser.use(footnotes).use(cjkFriendly).use(literalAutolinks).use(strikethrough).use(math);
  parser.disable(['footnote_inline', 'footnote_tail']);
  // A definition ends a quote, too.
  const alt = ['paragraph', 'reference', 'blockquote'];
  parser.block.ruler.at('footnote_def', getRule(parser.block.ruler, 'footnote_def'), { alt });
  // Addresses are checked where they become links, and host names of other scripts are the browser's task.
  parser.validateLink = () => true;
  parser.normalizeLink = (url) => parser.utils.lib.mdurl.encode(url);
  parser.normalizeLinkText = (url) => url;
  limitTokens(parser);
  return parser;
}

/** A rule of the parser, to be wrapped by another one. */
export function getRule<Rule>(ruler: { __rules__: { name: string; fn: Rule }[] }, name: string): Rule {
  const rule = ruler.__rules__.find((candidate) => candidate.name === name);
  if (!rule) throw new Error(`The Markdown parser has no rule ${name}.`);
  return rule.fn;
}

function countToken(env: Record<string, unknown>): void {
  const tokens = Number(env['tokens']) + 1;
  if (tokens > MAX_TOKENS) throw new TooManyTokens();
  env['tokens'] = tokens;
}

function limitTokens(parser: MarkdownParser): void {
  parser.block.State = class extends parser.block.State {
    override push(...token: Parameters<StateBlock['push']>): ReturnType<StateBlock['push']> {
      countToken(this.env);
      return super.push(...token);
    }
  };
  parser.inline.State = class extends parser.inline.State {
    override push(...token: Parameters<StateInline['push']>): ReturnType<StateInline['push']> {
      countToken(this.env);
      return super.push(...token);
    }
  };
}
