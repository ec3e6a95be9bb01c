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

const TARGET = /^\/(?:docs|videos|community\/thread)\/(?!create(?:[/?#]|$))[\w-]+\/?(?:[?#].*)?$/;

/** Whether a path leads to a document, video, thread or post: what has a title, and readers may not see. */
export const isTargetPath = (path: string): boolean => TARGET.test(path);
