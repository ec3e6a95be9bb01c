import type { MentionResponse } from '../../api/generated/model/mentionResponse';
import type { HastNode } from '../markdown/hast';
import { FOOTNOTES_ID } from '../markdown/headings';

/** As the server finds them, see `mentions.ts` there; which of them are people it has told us. */
const HANDLE = /(?<![\p{L}\p{N}_@./-])@([a-z0-9][a-z0-9-]{0,28}[a-z0-9])(?![\p{L}\p{N}_@])/giu;

function linkTo({ id }: MentionResponse, text: string): HastNode {
  return {
    type: 'element',
    tagName: 'a',
    properties: { href: `/user/${id}` },
    children: [{ type: 'text', value: text }],
  };
}

/** The text in pieces, its mentions as links to the people. */
function piecesOf(text: string, people: ReadonlyMap<string, MentionResponse>): HastNode[] {
  const pieces: HastNode[] = [];
  let from = 0;
  for (const { 0: mention, 1: handle = '', index } of text.matchAll(HANDLE)) {
    const person = people.get(handle.toLowerCase());
    if (!person) continue;
    pieces.push({ type: 'text', value: text.slice(from, index) }, linkTo(person, mention));
    from = index + mention.length;
  }
  return [...pieces, { type: 'text', value: text.slice(from) }];
}

const isLiteral = ({ tagName }: HastNode) => tagName === 'a' || tagName === 'code';

/** Ids are for the whole page, on which there is a text and many comments. */
function keepIdsApart({ properties }: HastNode, prefix: string): void {
  if (!properties) return;
  const { id, href, ariaDescribedBy } = properties;
  if (typeof id === 'string') properties['id'] = prefix + id;
  if (typeof href === 'string' && href.startsWith('#')) properties['href'] = `#${prefix}${href.slice(1)}`;
  if (Array.isArray(ariaDescribedBy)) properties['ariaDescribedBy'] = ariaDescribedBy.map((each) => `${prefix}${each}`);
}

/** Makes a text into one of many on a page: mentions lead to people, headings are no chapters, ids are its own. */
export function asComment(
  tree: HastNode,
  { id, mentions }: { id: string; mentions: readonly MentionResponse[] },
): void {
  const people = new Map(mentions.map((person) => [person.handle.toLowerCase(), person]));
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.tagName && /^h[1-6]$/.test(node.tagName)) {
      node.tagName = 'h3';
      if (node.properties?.['id'] !== FOOTNOTES_ID) delete node.properties?.['id'];
    }
    keepIdsApart(node, `${id}-`);
    if (isLiteral(node)) continue;
    node.children = node.children?.flatMap((child) =>
      child.type === 'text' && people.size > 0 ? piecesOf(child.value ?? '', people) : child,
    );
    waiting.push(...(node.children ?? []));
  }
}
