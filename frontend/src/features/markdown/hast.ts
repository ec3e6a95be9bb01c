import { completeAddress } from '@hub/shared/references';

/** The parts of a hast node used by our plugins. */
export interface HastNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HastNode[];
  /** Where the node begins in the Markdown text; absent for generated nodes. */
  position?: { start: { line: number } };
}

/** What a component that replaces an element receives besides its properties. */
export interface NodeProps {
  node?: HastNode;
}

export function getText(node: HastNode): string {
  return node.value ?? (node.children ?? []).map(getText).join('');
}

/** The language of a code element, in lower case. */
export function getCodeLanguage(code: HastNode | undefined): string | undefined {
  const names = code?.properties?.['className'];
  if (!Array.isArray(names)) return undefined;
  const name = names.find((known): known is string => typeof known === 'string' && known.startsWith('language-'));
  return name?.slice('language-'.length).toLowerCase();
}

const MAX_DEPTH = 100;
/** More than a page can render. A document of 500,000 characters has about 20,000. */
export const MAX_NODES = 50_000;

/** Counts the nodes of a tree up to `most`. */
export function countNodes(tree: HastNode, most: number): number {
  let count = 0;
  const waiting = [tree];
  for (let next = waiting.pop(); next && count <= most; next = waiting.pop()) {
    count++;
    for (const child of next.children ?? []) waiting.push(child);
  }
  return count;
}

/** Removes nodes nested beyond a readable depth. Iterative, because recursion overflows the stack on such trees. */
export function limitDepth(tree: HastNode): void {
  const waiting = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth >= MAX_DEPTH) node.children = [];
    for (const child of node.children ?? []) waiting.push({ node: child, depth: depth + 1 });
  }
}

/** Returns the first `maxNodes` nodes of a tree. `isComplete` is false if nodes were left out. */
export function truncateTree(tree: HastNode, maxNodes: number): { tree: HastNode; isComplete: boolean } {
  let left = maxNodes;
  const take = (node: HastNode): HastNode => {
    left--;
    if (!node.children) return node;
    const children: HastNode[] = [];
    for (const child of node.children) {
      if (left <= 0) break;
      children.push(take(child));
    }
    return { ...node, children };
  };
  const truncated = take(tree);
  return { tree: truncated, isComplete: left > 0 };
}

/**
 * Splits a tree between its outermost blocks.
 * @param limits of the nodes in the first part and in each further one; a larger block is a part of its own
 */
export function splitTree(tree: HastNode, limits: { first: number; further: number }): HastNode[] {
  const parts: HastNode[][] = [];
  let size = Infinity;
  for (const block of tree.children ?? []) {
    const nodes = countNodes(block, Infinity);
    size += nodes;
    if (size <= (parts.length === 1 ? limits.first : limits.further)) parts.at(-1)?.push(block);
    else {
      parts.push([block]);
      size = nodes;
    }
  }
  return parts.map((children) => ({ ...tree, children }));
}

/**
 * Addresses without a scheme are relative, except those that begin with `www.`; only three schemes are allowed, in any
 * letter case. All that precedes the colon counts, because browsers ignore control characters inside of a scheme.
 * @returns the address with its scheme in lower case, or '' if it is not allowed
 */
export function sanitizeUrl(url: string): string {
  const address = completeAddress(url);
  const before = /^[^:/?#]*(?=:)/.exec(address)?.[0];
  if (before === undefined) return address;
  const scheme = before.toLowerCase();
  return ['http', 'https', 'mailto'].includes(scheme) ? scheme + address.slice(scheme.length) : '';
}

/** A path on this server: one slash, because two would start a host name. */
export function isSameOriginPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}

/** The path of an address of this hub, which people copy with the host; other addresses as they are. */
export function toHubPath(url: string, origin: string): string {
  if (url === origin) return '/';
  const path = url.startsWith(origin) ? url.slice(origin.length) : '';
  // Two slashes would name another host.
  return isSameOriginPath(path) ? path : url;
}

/** Whether a tree has a code block with a language, at any depth. */
export function hasCodeLanguage(tree: HastNode): boolean {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.tagName === 'pre' && getCodeLanguage(node.children?.[0]) !== undefined) return true;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return false;
}

export const hasId = (tree: HastNode, id: string): boolean =>
  tree.properties?.['id'] === id || (tree.children ?? []).some((child) => hasId(child, id));

/** Sanitizes all addresses of a tree. */
export function removeUnsafeUrls(tree: HastNode): void {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const name of ['href', 'src', 'cite'] as const) {
      const url = node.properties?.[name];
      if (typeof url === 'string') node.properties = { ...node.properties, [name]: sanitizeUrl(url) };
    }
    waiting.push(...(node.children ?? []));
  }
}
