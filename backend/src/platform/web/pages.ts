import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import type { LinkPreview } from './html-template.js';

/** An API response that is embedded in the page, which would request it first. */
export interface Preloaded {
  /** path and query below the API's prefix, for example /documents/welcome */
  path: string;
  body: unknown;
}

/** The content of the HTML head before any script runs. */
export interface PageHead {
  title?: string;
  description?: string;
  /** of pages that are worth sharing */
  preview?: LinkPreview;
  preload?: Preloaded[];
  /** The page is shown in a frame of another page of this hub, and may itself contain frames of these origins. */
  frame?: { sources: readonly string[] };
  /** The page does not exist for this user: the title says so and the status is 404. */
  missing?: boolean;
}

/** The page has moved, for users who may see it. */
export interface PageRedirect {
  /** a path of the frontend; the query string is preserved */
  redirect: string;
}

/** Undefined when the page does not exist. */
export type PageResolver = (
  params: Record<string, string>,
  actor: Actor,
  request: FastifyRequest,
) => Promise<PageHead | PageRedirect | undefined>;

/** A page as text, for programs. */
export interface PageText {
  mediaType: string;
  text: string | Readable;
}

export type TextResolver = (params: Record<string, string>, actor: Actor) => Promise<PageText | undefined>;

/** The routes of the frontend. Modules add theirs; other paths get the status 404. */
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

  /** Preloads a response that every page needs, such as the signed-in user. */
  preloadAlways(load: (actor: Actor) => Promise<Preloaded | undefined>): void {
    this.always.push(load);
  }

  async preload(actor: Actor): Promise<Preloaded[]> {
    return (await Promise.all(this.always.map((load) => load(actor)))).filter((one) => one !== undefined);
  }
}
