import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../access/actor.js';
import type { Language } from '@hub/shared/languages';
import type { LinkPreview } from './html-template.js';
import { getTexts, type Localized } from '../language/texts.js';

/** An API response that is embedded in the page, which would request it first. */
export interface Preloaded {
  /** path and query below the API's prefix, for example /documents/welcome */
  path: string;
  body: unknown;
}

/** What users have written, or a text of the product in the language of the page. */
export type LocalizedText = string | Localized;

export const localize = (words: LocalizedText | undefined, language: Language): string | undefined =>
  typeof words === 'function' ? words(getTexts(language)) : words;

/** The content of the HTML head before any script runs. */
export interface PageHead {
  title?: LocalizedText;
  description?: LocalizedText;
  /** of pages that are worth sharing */
  preview?: LinkPreview;
  /** read for pages that the browser renders */
  preload?: () => Preloaded[] | Promise<Preloaded[]>;
  /** records the view of a later guest who gets the same page from the cache */
  recordView?: (later: FastifyRequest) => void;
  /** The page is shown in a frame of another page of this hub, and may itself contain frames of these origins. */
  frame?: { sources: readonly string[] };
  /** The page does not exist for this user: the title says so and the status is 404. */
  missing?: boolean;
  /** Search engines are asked not to list the page, also when a link elsewhere leads them to it. */
  isUnlisted?: boolean;
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
  text: string | Readable | Buffer;
  /** The address changes with the content, so that browsers and proxies may keep it. */
  isImmutable?: boolean;
}

export type TextResolver = (params: Record<string, string>, actor: Actor) => Promise<PageText | undefined>;

/** The routes of the frontend. Modules add theirs; other paths get the status 404. Missing pages are public, too. */
@Injectable()
export class Pages {
  readonly routes = new Map<string, PageResolver>();
  /** the routes that the server renders for guests */
  readonly publicRoutes = new Set<string>();
  readonly texts = new Map<string, TextResolver>();
  /** the texts that guests of a private hub get, too */
  readonly alwaysPublicTexts = new Set<string>();
  private readonly always: ((actor: Actor) => Promise<Preloaded | undefined>)[] = [];

  /** @param path as Fastify writes it, for example /docs/:id */
  add(path: string, resolve: PageResolver | PageHead): void {
    this.routes.set(path, typeof resolve === 'function' ? resolve : () => Promise.resolve(resolve));
  }

  /**
   * Adds a page that guests and search engines read: the server renders it for them.
   * @param path as for {@link add}
   */
  addPublic(path: string, resolve: PageResolver | PageHead): void {
    this.add(path, resolve);
    this.publicRoutes.add(path);
  }

  /** @param path as for {@link add}, for example /docs/:slug.md */
  addText(path: string, resolve: TextResolver): void {
    this.texts.set(path, resolve);
  }

  /**
   * Adds a text that guests of a private hub get, too. It must tell no more of the hub than its sign-in page does.
   * @param path as for {@link add}
   */
  addAlwaysPublicText(path: string, resolve: TextResolver): void {
    this.addText(path, resolve);
    this.alwaysPublicTexts.add(path);
  }

  /** Preloads a response that every page needs, such as the signed-in user. */
  preloadAlways(load: (actor: Actor) => Promise<Preloaded | undefined>): void {
    this.always.push(load);
  }

  async preload(actor: Actor): Promise<Preloaded[]> {
    return (await Promise.all(this.always.map((load) => load(actor)))).filter((one) => one !== undefined);
  }
}
