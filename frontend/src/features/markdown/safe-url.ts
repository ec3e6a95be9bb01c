import type { HastNode } from './hast';

/** Addresses without a scheme are relative; only three schemes are allowed. */
export function sanitizeUrl(url: string): string {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url.trim())?.[1]?.toLowerCase();
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) ? url : '';
}

/** A path on this server: one slash, because two would start a host name. */
export function isSameOriginPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}

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
