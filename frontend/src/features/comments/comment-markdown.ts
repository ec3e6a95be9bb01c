import { MENTION } from '@hub/shared/references';
import { FOOTNOTES_ID } from '@hub/shared/pages';
import type { MentionResponse } from '../../api/generated/model/mentionResponse';
import type { HastNode } from '@hub/shared/markdown/hast';

function createLink({ id }: MentionResponse, text: string): HastNode {
  return {
    type: 'element',
    tagName: 'a',
    properties: { href: `/user/${id}` },
    children: [{ type: 'text', value: text }],
  };
}

/** Splits a text at its mentions and links them to the users' profiles. */
function splitMentions(text: string, people: ReadonlyMap<string, MentionResponse>): HastNode[] {
  const pieces: HastNode[] = [];
  let from = 0;
  for (const { 0: mention, 1: handle = '', index } of text.matchAll(MENTION)) {
    const user = people.get(handle.toLowerCase());
    if (!user) continue;
    pieces.push({ type: 'text', value: text.slice(from, index) }, createLink(user, mention));
    from = index + mention.length;
  }
  return [...pieces, { type: 'text', value: text.slice(from) }];
}

const isLiteral = ({ tagName }: HastNode) => tagName === 'a' || tagName === 'code';

/** Ids must be unique on the page, which contains a document and many comments. */
function prefixIds({ properties }: HastNode, prefix: string): void {
  if (!properties) return;
  const { id, href, ariaDescribedBy } = properties;
  if (typeof id === 'string') properties['id'] = prefix + id;
  if (typeof href === 'string' && href.startsWith('#')) properties['href'] = `#${prefix}${href.slice(1)}`;
  if (Array.isArray(ariaDescribedBy)) properties['ariaDescribedBy'] = ariaDescribedBy.map((each) => `${prefix}${each}`);
}

/** Adapts the tree of a comment to its page: links mentions, excludes headings from the outline and prefixes ids. */
export function adjustCommentTree(
  tree: HastNode,
  { id, mentions }: { id: string; mentions: readonly MentionResponse[] },
): void {
  const people = new Map(mentions.map((user) => [user.handle.toLowerCase(), user]));
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.tagName && /^h[1-6]$/.test(node.tagName)) {
      node.tagName = 'h3';
      if (node.properties?.['id'] !== FOOTNOTES_ID) delete node.properties?.['id'];
    }
    prefixIds(node, `${id}-`);
    if (isLiteral(node)) continue;
    node.children = node.children?.flatMap((child) =>
      child.type === 'text' && people.size > 0 ? splitMentions(child.value ?? '', people) : child,
    );
    waiting.push(...(node.children ?? []));
  }
}
