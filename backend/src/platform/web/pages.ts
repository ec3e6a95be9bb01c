import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';

/** An answer of the API that the page will ask for at once, written into it. */
export interface Preloaded {
  /** path and query below the API's prefix, for example /documents/welcome */
  path: string;
  body: unknown;
}

/** What the served HTML says about a page before any script runs. */
export interface PageHead {
  title?: string;
  description?: string;
  preload?: Preloaded[];
  /** There is nothing for this person here; the title says so in the frontend's words, and the status is 404. */
  missing?: boolean;
}

/** The page has another address now, for whoever may see it. */
export interface PageRedirect {
  /** a path of the frontend; the query string goes along */
  redirect: string;
}

/** Undefined means: there is no such page. */
export type PageResolver = (
  params: Record<string, string>,
  actor: Actor,
  request: FastifyRequest,
) => Promise<PageHead | PageRedirect | undefined>;

/** A page in another form than HTML, for programs. */
export interface PageText {
  mediaType: string;
  text: string;
}

export type TextResolver = (params: Record<string, string>, actor: Actor) => Promise<PageText | undefined>;

/** The addresses the frontend answers; modules add theirs, everything else is served with status 404. */
@Injectable()
export class Pages {
  readonly routes = new Map<string, PageResolver>();
  readonly texts = new Map<string, TextResolver>();
  private readonly always: ((actor: Actor) => Promise<Preloaded | undefined>)[] = [];

  /** @param path as Fastify writes it, for example /docs/:id */
  add(path: string, resolve: PageResolver | PageHead): void {
    this.routes.set(path, typeof resolve === 'function' ? resolve : () => Promise.resolve(resolve));
  }

  /** @param path as for {@link add}, for example /docs/:slug.md */
  addText(path: string, resolve: TextResolver): void {
    this.texts.set(path, resolve);
  }

  /** Something every page asks for, such as who is signed in. */
  preloadAlways(load: (actor: Actor) => Promise<Preloaded | undefined>): void {
    this.always.push(load);
  }

  async preloadedFor(actor: Actor): Promise<Preloaded[]> {
    return (await Promise.all(this.always.map((load) => load(actor)))).filter((one) => one !== undefined);
  }
}
