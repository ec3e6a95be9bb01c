import { completeAddress } from '../references.js';
import { createElement, createText, type HastNode } from './hast.js';

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

const NAME_CHARACTER = /[-.\w+]/;
/** Also the beginning of the text. */
const BEFORE_NAME = /(?:^|[\s\p{P}\p{S}])(?<!\/)$/u;
const HOST = /^[-\w]+(?:\.[-\w]+)+/;
const MAX_NAME_LENGTH = 64;
const MAX_HOST_LENGTH = 253;

/** @returns `at` without a name */
function findNameStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > Math.max(from, at - MAX_NAME_LENGTH) && NAME_CHARACTER.test(text.charAt(start - 1))) start--;
  return BEFORE_NAME.test(text.slice(Math.max(0, start - 2), start)) ? start : at;
}

/** Splits a text at its mail addresses, which become links, as on GitHub. */
function splitMailAddresses(text: string): HastNode[] {
  const nodes: HastNode[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const host = HOST.exec(text.slice(at + 1, at + 1 + MAX_HOST_LENGTH))?.[0].replace(/\.$/, '');
    const start = findNameStart(text, at, from);
    if (start === at || !host || /[-\d_]$/.test(host)) continue;
    const address = text.slice(start, at + 1 + host.length);
    if (start > from) nodes.push(createText(text.slice(from, start)));
    nodes.push(createElement('a', { href: `mailto:${address}` }, [createText(address)]));
    from = start + address.length;
  }
  return from === 0 ? [createText(text)] : [...nodes, ...(from < text.length ? [createText(text.slice(from))] : [])];
}

/** Links the mail addresses of a tree, except in links and code. */
export function linkMailAddresses(node: HastNode): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'text') return child.value?.includes('@') ? splitMailAddresses(child.value) : child;
    if (child.tagName !== 'a' && child.tagName !== 'code') linkMailAddresses(child);
    return child;
  });
}
