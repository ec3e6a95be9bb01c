import { completeAddress } from '@hub/shared/references';

/** An address of this hub, in its parts. */
export interface HubAddress {
  /** without a slash at the end */
  path: string;
  query: URLSearchParams;
  /** with its question mark; empty without one */
  search: string;
  /** with its number sign; empty without one */
  hash: string;
}

/**
 * @param address a path of the frontend, or an absolute address
 * @param publicUrl of this hub
 * @returns undefined for addresses of others, and for what is no address
 */
export function parseHubAddress(address: string, publicUrl: string): HubAddress | undefined {
  const isPath = /^\/(?![/\\])/.test(address);
  if (!isPath && !/^https?:\/\//i.test(completeAddress(address))) return undefined;
  const base = URL.parse(publicUrl);
  const url = URL.parse(completeAddress(address), publicUrl);
  if (!base || url?.origin !== base.origin) return undefined;
  return { path: url.pathname.replace(/(?<=.)\/$/, ''), query: url.searchParams, search: url.search, hash: url.hash };
}
