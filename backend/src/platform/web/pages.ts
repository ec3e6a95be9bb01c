import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';

/** What the served HTML says about a page before any script runs. */
export interface PageHead {
  title?: string;
  description?: string;
}

/** Undefined means: there is no such page for this person. */
export type PageResolver = (params: Record<string, string>, actor: Actor) => Promise<PageHead | undefined>;

/** The addresses the frontend answers; modules add theirs, everything else is served with status 404. */
@Injectable()
export class Pages {
  readonly routes = new Map<string, PageResolver>();

  /** @param path as Fastify writes it, for example /docs/:id */
  add(path: string, resolve: PageResolver | PageHead): void {
    this.routes.set(path, typeof resolve === 'function' ? resolve : () => Promise.resolve(resolve));
  }
}
