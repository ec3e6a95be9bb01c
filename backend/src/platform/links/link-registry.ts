import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { Config } from '../config/config.js';
import { type HubAddress, parseHubAddress } from './hub-address.js';
import type { LinkResponse } from './links.dto.js';

/** What an address leads to, as far as a reader may see it. Facts that its type does not have are omitted. */
export type LinkTarget = Pick<LinkResponse, 'id' | 'title' | 'url'> &
  Partial<Omit<LinkResponse, 'address' | 'type' | 'id' | 'title' | 'url'>>;

/** What an address names, whether it exists or not. */
export interface LinkKey {
  /** one of the source's own, for example an id or a slug */
  key: string;
  /** what follows the target's own address, such as ?t=65 or #heading */
  suffix: string;
}

/** What links may lead to, one source per type; its module registers it. */
export interface LinkSource {
  readonly type: string;

  /** @returns undefined for the addresses of other sources */
  match(address: HubAddress): LinkKey | undefined;

  /**
   * In one statement, by key. What does not exist and what the actor may not see are both missing, and so look alike.
   * @param keys without duplicates, at most as many as a request may have addresses
   */
  find(actor: Actor, keys: readonly string[]): Promise<ReadonlyMap<string, LinkTarget>>;
}

export interface MatchedLink extends LinkKey {
  source: LinkSource;
}

/** Finds what the addresses in texts lead to. Registered by each module that has something to link. */
@Injectable()
export class LinkRegistry {
  private readonly sources: LinkSource[] = [];

  constructor(private readonly config: Config) {}

  register(source: LinkSource): void {
    if (this.sources.some(({ type }) => type === source.type))
      throw new Error(`The link source "${source.type}" is registered twice.`);
    this.sources.push(source);
  }

  /** What an address names; undefined for one of another site, and of a page that is no source's. */
  match(address: string): MatchedLink | undefined {
    const parsed = parseHubAddress(address, this.config.publicUrl);
    if (!parsed) return undefined;
    for (const source of this.sources) {
      const found = source.match(parsed);
      if (found) return { ...found, source };
    }
    return undefined;
  }

  /** At most one statement per source. Addresses that lead to nothing the actor may see are missing. */
  async find(actor: Actor, addresses: readonly string[]): Promise<LinkResponse[]> {
    const matches = new Map(addresses.map((address) => [address, this.match(address)]));
    const bySource = Map.groupBy(
      [...matches.values()].filter((match) => match !== undefined),
      ({ source }) => source,
    );
    const found = await Promise.all(
      [...bySource].map(async ([source, keys]) => {
        const targets = await source.find(actor, [...new Set(keys.map(({ key }) => key))]);
        return [source, targets] as const;
      }),
    );
    const targets = new Map(found);
    return [...matches].flatMap(([address, match]) => {
      const target = match && targets.get(match.source)?.get(match.key);
      return target ? [toResponse(address, match, target)] : [];
    });
  }
}

const toResponse = (address: string, { source, suffix }: MatchedLink, target: LinkTarget): LinkResponse => ({
  excerpt: '',
  author_name: null,
  category_name: null,
  status: null,
  visibility: null,
  is_hidden: false,
  thumbnail: null,
  duration_sec: null,
  is_solved: null,
  reply_count: null,
  media_type: null,
  size: null,
  unsearched_reason: null,
  ...target,
  address,
  type: source.type,
  url: target.url + suffix,
});
