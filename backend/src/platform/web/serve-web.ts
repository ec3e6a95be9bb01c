import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, SESSION_COOKIE } from '../access/credentials.js';
import { Actor } from '../access/actor.js';
import { ActorResolver } from '../access/ports.js';
import { Config } from '../config/config.js';
import { isDatabaseAway } from '../database/pg-errors.js';
import { addApiPrefix } from '../files/file-url.js';
import { notFound } from '../errors/domain-error.js';
import { getQueryString } from '../http/request/request.js';
import { sendProblem } from '../errors/problem.js';
import { getRequestPath } from '../logging/logger.js';
import { Settings, siteName } from '../settings/settings.js';
import { type PageHead, type PageResolver, Pages, type Preloaded, type TextResolver } from './pages.js';
import { siteLogo } from './site-settings.js';
import { type ColorScheme, contentSecurityPolicy, HtmlTemplate } from './html-template.js';

/**
 * A browser may have the cookie of one user and the bearer token of another, which its requests use. The page therefore
 * marks its preload with the beginning of the token; the rest is long enough to stay secret.
 */
const HOLDER_LENGTH = 8;

/** The frontend stores the color scheme in this cookie, so that the page has it before scripts run. */
const SCHEME_COOKIE = 'color_scheme';
const chosenScheme = ({ cookies }: FastifyRequest): ColorScheme | undefined =>
  (['light', 'dark'] as const).find((scheme) => scheme === cookies[SCHEME_COOKIE]);

/**
 * Serves the built frontend: files under /assets as immutable, and the same HTML for every page with its title and
 * status code, so that search engines and link previews get 404 for missing pages.
 * @returns false when the frontend has not been built
 */
export async function serveWeb(app: NestFastifyApplication, folder: string, apiPrefix: string): Promise<boolean> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return false;
  const shell = new HtmlTemplate(readFileSync(index, 'utf8'));
  const fastify = app.getHttpAdapter().getInstance();
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
  });
  const actors = app.get(ActorResolver);
  const settings = app.get(Settings);
  const pages = app.get(Pages);
  const { env, publicUrl } = app.get(Config);

  const page = (resolve: PageResolver) => async (request: FastifyRequest, reply: FastifyReply) => {
    const token = request.cookies[SESSION_COOKIE];
    let head: PageHead | undefined;
    let holder: string | undefined;
    let preload: Preloaded[] = [];
    let values: Record<string, unknown> = {};
    let status = 200;
    try {
      const actor = (token && (await actors.resolve(token))) || Actor.guest;
      const found = await resolve(request.params as Record<string, string>, actor, request);
      if (found && 'redirect' in found)
        return await reply.header('Cache-Control', 'no-store').redirect(found.redirect + getQueryString(request), 301);
      head = found;
      values = await settings.getPublicValues();
      preload = [...(await pages.preload(actor)), ...(head?.preload ?? [])];
      if (!actor.isGuest) holder = token?.slice(0, HOLDER_LENGTH);
      if (!head || head.missing) status = 404;
    } catch (error) {
      // The page shows that the service is unavailable and retries.
      if (!isDatabaseAway(error)) throw error;
      status = 503;
      void reply.header('Retry-After', '2');
    }
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(status)
      .headers({ 'Content-Security-Policy': contentSecurityPolicy(nonce, head?.frame), 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        shell.render({
          head: head ?? { title: status === 404 ? 'Page not found' : undefined },
          preload,
          holder,
          colorScheme: chosenScheme(request),
          siteName: getText(values, siteName.key) || siteName.fallback,
          settings: values,
          logoUrl: addApiPrefix(apiPrefix, getText(values, siteLogo.key) || null),
          publicUrl,
          apiUrl: apiPrefix,
          maxImageMb: env.MAX_IMAGE_MB,
          maxVideoMb: env.MAX_VIDEO_MB,
          nonce,
        }),
      );
  };

  /** For programs: errors are problem documents, and bearer tokens work as well as the cookie. */
  const text = (resolve: TextResolver) => async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request) ?? request.cookies[SESSION_COOKIE];
    try {
      const actor = (token && (await actors.resolve(token))) || Actor.guest;
      const found = await resolve(request.params as Record<string, string>, actor);
      if (!found) throw notFound();
      return await reply.type(found.mediaType).send(found.text);
    } catch (error) {
      sendProblem(error, request, reply);
      return reply;
    }
  };

  const addresses = new PageAddresses([...pages.routes.keys(), ...pages.texts.keys()]);
  type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  /** Redirects other spellings of an address, such as one with a slash at its end, to the page. */
  const atOneAddress = (handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
    const canonical = addresses.findCanonicalPath(request.originalUrl);
    if (canonical === undefined) return handle(request, reply);
    return reply.redirect(canonical + getQueryString(request), 301);
  };
  for (const [path, resolve] of pages.texts) fastify.get(path, atOneAddress(text(resolve)));
  for (const [path, resolve] of pages.routes) fastify.get(path, atOneAddress(page(resolve)));
  const missing = atOneAddress(page(() => Promise.resolve(undefined)));
  fastify.get('/*', (request, reply) => {
    const isPage =
      ![apiPrefix, '/assets'].some((place) => request.url.startsWith(`${place}/`)) &&
      getRequestPath(request) !== apiPrefix;
    if (isPage) return missing(request, reply);
    sendProblem(notFound('This address'), request, reply);
    return reply;
  });
  return true;
}

const getText = (values: Record<string, unknown>, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value : '';
};

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
