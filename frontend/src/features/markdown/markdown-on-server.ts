import { highlightCode } from './code-highlighting';
import { loadContent } from './load-content';
// Part of the server's bundle, where a component that loads later would make React wait.
import './long-markdown';
import { parseLongMarkdown } from './parse-long-markdown';
import { parseWithinLimits } from './parse-within-limits';
import { type ServerParser, setServerParser } from './server-parser';

/** Longer texts would keep other pages waiting. */
const MAX_LENGTH = 100_000;

/** Thrown for a text that is left to the browser. */
export class TextTooLong extends Error {}

const parse: ServerParser['parse'] = (text, rawHtml) => {
  if (text.length > MAX_LENGTH) throw new TextTooLong();
  return parseWithinLimits(text, rawHtml);
};

setServerParser({
  parse,
  parseLong: (request) => parseLongMarkdown(request, parse),
  highlight: highlightCode,
});

/** Resolves when texts can be rendered at once. */
export const markdownIsReady: Promise<unknown> = loadContent();
