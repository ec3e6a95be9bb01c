import { isServer } from './is-server';

let serverMetas: Readonly<Record<string, string>> = {};

/** On the server, which has no document: the meta tags of the page that is rendered next. */
export function setPageMetas(metas: Readonly<Record<string, string>>): void {
  serverMetas = metas;
}

/** Reads a meta tag that the server wrote into the page; '' if it is missing. */
export function readPageMeta(name: string): string {
  if (isServer) return serverMetas[name] ?? '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? '';
}

/** The origin of the hub, for links to it. */
export const getHubOrigin = (): string => (isServer ? readPageMeta('hub-origin') : window.location.origin);
