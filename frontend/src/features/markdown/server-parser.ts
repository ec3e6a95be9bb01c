import type { HastNode } from '@hub/shared/markdown/hast';
import type { RawHtml } from '@hub/shared/markdown/parse-markdown';
import type { ParsedPart, ParseRequest } from './parse-in-worker';

/** How the server parses the texts of a page, at once. Browsers load their parser when they need it. */
export interface ServerParser {
  /** @returns undefined for a text beyond what a page can format */
  parse: (text: string, rawHtml?: RawHtml) => HastNode | undefined;
  parseLong: (request: ParseRequest) => ParsedPart[] | undefined;
  highlight: (tree: HastNode) => void;
}

let parser: ServerParser | undefined;

/** @returns undefined in browsers */
export const getServerParser = (): ServerParser | undefined => parser;

export function setServerParser(value: ServerParser): void {
  parser = value;
}
