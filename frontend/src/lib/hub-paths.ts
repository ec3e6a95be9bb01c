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

/** With the prefix of the API, and in a page that is shared by a link its grant. */
const FILE = /^\/(?:[\w-]+\/)*files\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\/[0-9a-f]{16}$/i;

/** The id of the file at a path; undefined for other paths. */
export const getFileId = (path: string): string | undefined => FILE.exec(path)?.[1]?.toLowerCase();
