import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { getEmbedOrigins } from '@hub/shared/embeds';
import { isLanguage, type Language, languages, SOURCE_LANGUAGE } from '@hub/shared/languages';
import { isAlwaysPublicPage, toSignInPath } from '@hub/shared/pages';
import { bearerToken, SESSION_COOKIE } from '../access/credentials.js';
import { Actor } from '../access/actor.js';
import { ActorResolver, PrivacyResolver } from '../access/ports.js';
import { Config } from '../config/config.js';
import { notFound, signInRequired } from '../errors/domain-error.js';
import { describe, sendProblem } from '../errors/problem.js';
import { getQueryString } from '../http/request/request.js';
import { GuestResponseCache } from '../http/server/guest-response-cache.js';
import { getPageLanguage, LANGUAGE_COOKIE } from '../language/request-language.js';
import { getRequestPath, LOGGER } from '../logging/logger.js';
import { Metrics } from '../monitoring/metrics.js';
import { Settings, siteLanguage } from '../settings/settings.js';
import { readAsGuest } from './guest-api.js';
import { contentSecurityPolicy, HtmlTemplate } from './html-template.js';
import { PageAssets } from './page-assets.js';
import { PageCache } from './page-cache.js';
import { LANGUAGE_PARAMETER } from './page-languages.js';
import { addNonce, type FrontendBuild, getChosenScheme, PageComposer, type Reader } from './page-composer.js';
import { PageRenderer } from './page-renderer.js';
import { DIAGRAM_FILES, serveDiagramFrame } from './serve-diagram-frame.js';
import { embedHosts } from './site-settings.js';
import { serveWorker } from './serve-worker.js';
import { type PageResolver, Pages, type TextResolver } from './pages.js';

/**
 * A browser may have the cookie of one user and the bearer token of another, which its requests use. The page therefore
 * marks its preload with the beginning of the token; the rest is long enough to stay secret.
 */
const HOLDER_LENGTH = 8;

const YEAR_S = 365 * 24 * 60 * 60;
/** Of what else belongs to a cached page. */
const SMALL = 1000;

/**
 * Serves the built frontend: files under /assets as immutable, and the same HTML for every page with its title and
 * status code, so that search engines and link previews get 404 for missing pages.
 * @returns false when the frontend has not been built
 */
export async function serveWeb(app: NestFastifyApplication, folder: string, apiPrefix: string): Promise<boolean> {
  if (!languages.every((language) => existsSync(join(folder, language, 'index.html')))) return false;
  const fastify = app.getHttpAdapter().getInstance();
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
    setHeaders: (reply, path) => {
      // The frame that loads them has no origin.
      if (basename(path).startsWith(DIAGRAM_FILES)) void reply.header('Access-Control-Allow-Origin', '*');
    },
  });
  const actors = app.get(ActorResolver);
  const pages = app.get(Pages);
  const cache = app.get(PageCache);
  const config = app.get(Config);
  const settings = app.get(Settings);
  const privacy = app.get(PrivacyResolver);
  const composer = new PageComposer({
    builds: readBuilds(folder),
    renderer: openRenderer(app, folder),
    readAsGuest: readAsGuest(fastify, app.get(GuestResponseCache), apiPrefix),
    pages,
    settings,
    privacy,
    config,
  });

  fastify.addHook('onListen', () => {
    composer.warmUp().catch((error: unknown) => app.get<Logger>(LOGGER).warn({ err: error }, 'no page was rendered'));
  });

  /** @returns the page and whether it was composed for this request */
  const readRendered = async (resolve: PageResolver, request: FastifyRequest, language: Language) => {
    let isNew = false;
    const key = [language, getChosenScheme(request) ?? '', request.originalUrl].join(' ');
    const found = await cache.read(key, async () => {
      isNew = true;
      const head = await resolve(request.params as Record<string, string>, Actor.guest, request);
      if (head && 'redirect' in head) return { ...head, isShared: true, bytes: SMALL };
      const page = await composer.composeRendered(head, { request, actor: Actor.guest, language, isPublic: true });
      return { ...page, bytes: SMALL + page.parts.reduce((sum, { length }) => sum + length, 0) };
    });
    if (!isNew && 'recordView' in found) found.recordView?.(request);
    return found;
  };

  const readShell = async (resolve: PageResolver, reader: Reader) => {
    const { request, actor } = reader;
    const head = await resolve(request.params as Record<string, string>, actor, request);
    return head && 'redirect' in head ? head : composer.composeShell(head, reader);
  };

  /** Guests keep the language of a link that asks for one, such as those at the end of each page. */
  const keepLanguage = (request: FastifyRequest, reply: FastifyReply) => {
    const asked = (request.query as Record<string, unknown>)[LANGUAGE_PARAMETER];
    if (!isLanguage(asked) || asked === request.cookies[LANGUAGE_COOKIE]) return;
    // The service worker fetches a page in the language that the reader has already.
    if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') return;
    void reply.setCookie(LANGUAGE_COOKIE, asked, {
      path: '/',
      maxAge: YEAR_S,
      sameSite: 'lax',
      httpOnly: true,
      secure: config.secureCookies,
    });
  };

  interface PageAccess {
    /** whether the server renders it for guests */
    isPublic: boolean;
    /** whether guests of a private hub get it, too */
    isAlwaysPublic?: boolean;
  }
  const page =
    (resolve: PageResolver, { isPublic, isAlwaysPublic }: PageAccess) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const token = request.cookies[SESSION_COOKIE];
      const nonce = randomBytes(16).toString('base64');
      void reply
        .headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Language, Cookie' })
        .type('text/html; charset=utf-8');
      let language = getPageLanguage(request, { userLanguage: null, hubLanguage: SOURCE_LANGUAGE });
      try {
        const actor = (token && (await actors.resolve(token))) || Actor.guest;
        const hubLanguage = await settings.get(siteLanguage);
        language = getPageLanguage(request, { userLanguage: actor.language, hubLanguage });
        if (actor.isGuest) keepLanguage(request, reply);
        // The same for all addresses, so that it does not tell what there is.
        if (!isAlwaysPublic && (await privacy.isClosedTo(actor)))
          return await reply.redirect(toSignInPath(request.originalUrl));
        const holder = actor.isGuest ? undefined : token?.slice(0, HOLDER_LENGTH);
        const found =
          actor.isGuest && isPublic
            ? await readRendered(resolve, request, language)
            : await readShell(resolve, { request, actor, language, isPublic, holder });
        // Of this moment, also for cached pages.
        const embeds = getEmbedOrigins(await settings.get(embedHosts));
        if ('redirect' in found) return await reply.redirect(found.redirect + getQueryString(request), 301);
        return await reply
          .code(found.status)
          .headers({
            'Content-Language': language,
            'Content-Security-Policy': contentSecurityPolicy(nonce, { ...found, embeds }),
            ...(found.isUnlisted && { 'X-Robots-Tag': 'noindex' }),
          })
          .send(addNonce(found.parts, nonce));
      } catch (error) {
        if (describe(error).status !== 503) throw error;
        return reply
          .code(503)
          .headers({
            'Retry-After': '2',
            'Content-Language': language,
            'Content-Security-Policy': contentSecurityPolicy(nonce),
          })
          .send(addNonce(composer.composeUnavailable(request, language), nonce));
      }
    };

  /** For programs: errors are problem documents, and bearer tokens work as well as the cookie. */
  const text =
    (resolve: TextResolver, isAlwaysPublic: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
      const token = bearerToken(request) ?? request.cookies[SESSION_COOKIE];
      try {
        const actor = (token && (await actors.resolve(token))) || Actor.guest;
        if (!isAlwaysPublic && (await privacy.isClosedTo(actor))) throw signInRequired();
        const found = await resolve(request.params as Record<string, string>, actor);
        if (!found) throw notFound();
        if (found.isImmutable) void reply.header('Cache-Control', 'public, max-age=31536000, immutable');
        return await reply.type(found.mediaType).send(found.text);
      } catch (error) {
        sendProblem(error, request, reply);
        return reply;
      }
    };

  serveWorker(app, folder, apiPrefix);
  serveDiagramFrame(app, folder);
  const addresses = new PageAddresses([...pages.routes.keys(), ...pages.texts.keys()]);
  type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Redirects other spellings of an address, such as one with a slash at its end, to the page. */
  const atOneAddress = (handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const canonical = addresses.findCanonicalPath(request.originalUrl);
    if (canonical === undefined) return handle(request, reply);
    return reply.redirect(canonical + getQueryString(request), 301);
  };
  for (const [path, resolve] of pages.texts)
    fastify.get(path, atOneAddress(text(resolve, pages.alwaysPublicTexts.has(path))));
  for (const [path, resolve] of pages.routes)
    fastify.get(
      path,
      atOneAddress(page(resolve, { isPublic: pages.publicRoutes.has(path), isAlwaysPublic: isAlwaysPublicPage(path) })),
    );
  const missing = atOneAddress(page(() => Promise.resolve(undefined), { isPublic: true }));
  fastify.get('/*', (request, reply) => {
    const isPage =
      ![apiPrefix, '/assets'].some((place) => request.url.startsWith(`${place}/`)) &&
      getRequestPath(request) !== apiPrefix;
    if (isPage) return missing(request, reply);
    sendProblem(notFound('address'), request, reply);
    return reply;
  });
  return true;
}

/** The HTML and the files of each language. */
function readBuilds(folder: string): Record<Language, FrontendBuild> {
  const builds = languages.map((language) => [
    language,
    {
      template: new HtmlTemplate(readFileSync(join(folder, language, 'index.html'), 'utf8')),
      assets: new PageAssets(folder, language),
    },
  ]);
  return Object.fromEntries(builds) as Record<Language, FrontendBuild>;
}

function openRenderer(app: NestFastifyApplication, folder: string): PageRenderer {
  const renderer = new PageRenderer(folder, app.get(Metrics), app.get<Logger>(LOGGER));
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onClose', () => renderer.close());
  return renderer;
}

/** Characters that need no encoding in an address (RFC 3986, 2.3). */
const UNRESERVED = /^[\w.~-]$/;

/**
 * Finds the one address of each page: without slashes at its end or in a row, without encoded letters, and with the
 * words of its route in their own letter case. Parameters, such as slugs, keep theirs.
 */
export class PageAddresses {
  private readonly patterns: { route: string; path: RegExp }[];

  /** @param routes as Fastify writes them, for example /docs/:id */
  constructor(routes: Iterable<string>) {
    this.patterns = [...routes]
      // Fastify prefers words to parameters, and longer routes, too.
      .toSorted((a, b) => a.split(':').length - b.split(':').length || b.length - a.length)
      .map((route) => ({ route, path: toPattern(route) }));
  }

  /**
   * @param url of a request, with its query
   * @returns the path of the page at its own address; undefined when the URL has that already, or leads to no page
   */
  findCanonicalPath(url: string): string | undefined {
    const path = /^[^?#]*/.exec(url)?.[0] ?? '';
    // Absolute URLs are sent to proxies only.
    if (!path.startsWith('/')) return undefined;
    const plain = `/${path.split('/').filter(Boolean).map(decodeUnreserved).join('/')}`;
    for (const { route, path: pattern } of this.patterns) {
      const parameters = pattern.exec(plain)?.slice(1);
      if (!parameters) continue;
      const canonical = route.replace(/:\w+/g, () => parameters.shift() ?? '');
      return canonical === path ? undefined : canonical;
    }
    return undefined;
  }
}

const toPattern = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll('.', String.raw`\.`).replace(/:\w+/g, '([^/]+)')}$`, 'i');

/** Segments of dots only stay, because browsers resolve them. */
function decodeUnreserved(segment: string): string {
  const decoded = segment.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return UNRESERVED.test(character) ? character : code.toUpperCase();
  });
  return /^\.+$/.test(decoded) ? segment : decoded;
}
