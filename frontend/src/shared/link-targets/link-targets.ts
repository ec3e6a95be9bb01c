import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { listLinks } from '../../api/generated/links/links';
import type { LinkResponse } from '../../api/generated/model/linkResponse';
import { isServer } from '../../lib/is-server';

/** As many as one request may have, and as long as its address may be behind any proxy. */
const MAX_ADDRESSES = 50;
const MAX_LENGTH = 4000;

interface Waiting {
  address: string;
  resolve: (link: LinkResponse | null) => void;
  reject: (error: unknown) => void;
}

let waiting: Waiting[] = [];

/** Groups of addresses in the order of a dictionary, so that all guests of a page send the same requests. */
function groupAddresses(requests: readonly Waiting[]): string[][] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const address of [...new Set(requests.map((one) => one.address))].toSorted()) {
    length += encodeURIComponent(address).length;
    const last = groups.at(-1);
    if (last && last.length < MAX_ADDRESSES && length <= MAX_LENGTH) last.push(address);
    else {
      groups.push([address]);
      length = 0;
    }
  }
  return groups;
}

async function sendGroup(addresses: string[], requests: readonly Waiting[]): Promise<void> {
  const own = requests.filter(({ address }) => addresses.includes(address));
  try {
    const { links } = await listLinks({ address: addresses });
    const found = new Map(links.map((link) => [link.address, link]));
    for (const { address, resolve } of own) resolve(found.get(address) ?? null);
  } catch (error) {
    for (const { reject } of own) reject(error);
  }
}

/**
 * What a path of this hub leads to, for this reader. Calls of one moment become one request.
 * @param address a path for which `isTargetPath` holds
 * @returns null for what does not exist or the reader may not see
 */
export function findLinkTarget(address: string): Promise<LinkResponse | null> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0)
      setTimeout(() => {
        const requests = waiting;
        waiting = [];
        for (const addresses of groupAddresses(requests)) void sendGroup(addresses, requests);
      }, 0);
    waiting.push({ address, resolve, reject });
  });
}

const linkTargetQuery = (address: string) =>
  queryOptions({ queryKey: ['link-target', address], queryFn: () => findLinkTarget(address) });

/** Whether targets are asked for: a shared page knows nothing of the rest of the hub. */
export const HasLinkTargets = createContext(true);

/** The target, or why there is none: it is not known yet or at all, or there is nothing for this reader. */
export type LinkTarget = LinkResponse | 'pending' | 'unknown' | 'absent';

function useTargetInBrowser(address: string): LinkTarget {
  const isEnabled = use(HasLinkTargets);
  const { data, isPending } = useQuery({ ...linkTargetQuery(address), enabled: isEnabled });
  if (data !== undefined) return data ?? 'absent';
  return isEnabled && isPending ? 'pending' : 'unknown';
}

function useTargetOnServer(address: string): LinkTarget {
  return useSuspenseQuery(linkTargetQuery(address)).data ?? 'absent';
}

/** As {@link findLinkTarget}, for what is rendered; the server waits for it. */
export const useLinkTarget = isServer ? useTargetOnServer : useTargetInBrowser;
