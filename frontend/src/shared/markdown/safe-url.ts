import type { HastNode } from './hast';

/** Anything without a scheme is relative; of the schemes only these three are followed. */
export function safeUrl(url: string): string {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url.trim())?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) ? url : '';
}

/** An address on this very server: one slash, not two, which would name another host. */
export function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}

/** The same for a whole tree. */
export function dropUnsafeUrls(tree: HastNode): void {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const name of ['href', 'src', 'cite'] as const) {
      const url = node.properties?.[name];
      if (typeof url === 'string') node.properties = { ...node.properties, [name]: safeUrl(url) };
    }
    waiting.push(...(node.children ?? []));
  }
}
