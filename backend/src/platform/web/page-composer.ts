import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Language } from '@hub/shared/languages';
import type { Actor } from '../access/actor.js';
import type { PrivacyResolver } from '../access/ports.js';
import type { Config } from '../config/config.js';
import { addApiPrefix } from '../files/file-url.js';
import { getTexts } from '../language/texts.js';
import { type Settings, siteLanguage, siteName } from '../settings/settings.js';
import type { ReadApi } from './guest-api.js';
import { type ColorScheme, type HtmlTemplate, listMetas } from './html-template.js';
import type { PageAssets } from './page-assets.js';
import { findLanguages, removeLanguage } from './page-languages.js';
import { embedNotice, embedPage, type InlineSources } from './page-html.js';
import type { PageRenderer } from './page-renderer.js';
import type { LocalizedText, PageHead, Pages } from './pages.js';
import { siteLogo } from './site-settings.js';

/** Placeholder of the nonce in cached pages. It is random, so that no text contains it. */
const NONCE_PLACEHOLDER = randomBytes(16).toString('base64url');

/** The server writes times into pages in its own zone; the frontend replaces them where the reader has another one. */
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The frontend stores the color scheme in this cookie, so that the page has it before scripts run. */
const SCHEME_COOKIE = 'color_scheme';
export const getChosenScheme = ({ cookies }: FastifyRequest): ColorScheme | undefined =>
  (['light', 'dark'] as const).find((scheme) => scheme === cookies[SCHEME_COOKIE]);

/** Everything between the places for the nonce, outside of V8's heap, where cached pages are collected late. */
export type PageParts = readonly Buffer[];

export const addNonce = (parts: PageParts, nonce: string): Buffer =>
  Buffer.concat(parts.flatMap((part, index) => (index ? [Buffer.from(nonce), part] : [part])));

const splitAtNonces = (html: string): PageParts => html.split(NONCE_PLACEHOLDER).map((part) => Buffer.from(part));

export interface ComposedPage {
  parts: PageParts;
  status: number;
  frame?: PageHead['frame'];
  isUnlisted?: boolean;
  recordView?: PageHead['recordView'];
  /** of rendered pages */
  inline?: InlineSources;
  /** whether other guests may get it until the cache is cleared */
  isShared: boolean;
}

/** Who gets a page, and in which language. */
export interface Reader {
  request: FastifyRequest;
  actor: Actor;
  language: Language;
  /** whether search engines may find the page */
  isPublic: boolean;
  /** Marks the preload of a signed-in user. */
  holder?: string | undefined;
}

/** The frontend in one language. */
export interface FrontendBuild {
  template: HtmlTemplate;
  assets: PageAssets;
}

interface ComposerParts {
  builds: Readonly<Record<Language, FrontendBuild>>;
  renderer: PageRenderer;
  readAsGuest: (reader: FastifyRequest, language: Language) => ReadApi;
  pages: Pages;
  settings: Settings;
  privacy: PrivacyResolver;
  config: Config;
}

/** Writes the HTML of pages: rendered for guests, otherwise the shell with the data that its first render needs. */
export class PageComposer {
  constructor(private readonly parts: ComposerParts) {}

  /** For guests. The browser renders what the server cannot. */
  async composeRendered(head: PageHead | undefined, reader: Reader): Promise<ComposedPage> {
    const { builds, renderer, readAsGuest } = this.parts;
    const { request, language } = reader;
    const { template, assets } = builds[language];
    const values = await this.readValues(reader);
    const metas = listMetas({ ...values, timeZone: TIME_ZONE });
    const page = await renderer.render(
      { language, url: removeLanguage(request.originalUrl), metas },
      readAsGuest(request, language),
    );
    if (!page) return this.composeShell(head, reader);
    const { colorScheme } = values;
    const html = embedPage(template.render({ ...values, ...this.toHead(head, reader), preload: [] }), {
      page,
      assets: assets.find(page.html, page.routes),
      colorScheme,
      timeZone: TIME_ZONE,
    });
    const parts = splitAtNonces(html);
    return {
      ...toComposed(head),
      parts,
      inline: page.inline,
      isShared: page.responses.every(({ isShared }) => isShared),
    };
  }

  async composeShell(head: PageHead | undefined, reader: Reader): Promise<ComposedPage> {
    const { builds, pages } = this.parts;
    const { actor, language, holder } = reader;
    const preload = [...(await pages.preload(actor)), ...((await head?.preload?.()) ?? [])];
    const written = { ...(await this.readValues(reader)), ...this.toHead(head, reader), preload, holder };
    const html = builds[language].template.render(written);
    return { ...toComposed(head), parts: splitAtNonces(html), isShared: false };
  }

  /** While the database is unavailable: the page shows that, and retries. */
  composeUnavailable(request: FastifyRequest, language: Language): PageParts {
    const html = this.parts.builds[language].template.render({
      ...this.toValues(getChosenScheme(request), {}),
      language,
      head: {},
      preload: [],
    });
    const { pages } = getTexts(language);
    return splitAtNonces(embedNotice(html, { title: pages.unavailable, text: pages.tryAgain }));
  }

  private toHead(head: PageHead | undefined, { request, language, isPublic }: Reader) {
    const { publicUrl } = this.parts.config;
    const isFound = head && !head.missing;
    return {
      language,
      head: head ?? { title: NOT_FOUND },
      ...(isPublic && isFound && { languages: findLanguages(request.originalUrl, head.preview?.path, publicUrl) }),
    };
  }

  /** Renders a page for which nothing is read, because the first one takes longest. */
  async warmUp(): Promise<void> {
    const { renderer, settings } = this.parts;
    const language = await settings.get(siteLanguage);
    const values = this.toValues(undefined, await settings.getPublicValues());
    const metas = listMetas({ ...values, timeZone: TIME_ZONE });
    await renderer.render({ language, url: '/offline', metas }, () => Promise.reject(new Error('It needs no data.')));
  }

  private async readValues({ request, actor }: Reader) {
    const { settings, privacy } = this.parts;
    const isClosed = await privacy.isClosedTo(actor);
    const values = await (isClosed ? settings.getSignInValues() : settings.getPublicValues());
    return this.toValues(getChosenScheme(request), values);
  }

  private toValues(colorScheme: ColorScheme | undefined, values: Record<string, unknown>) {
    const { env, publicUrl } = this.parts.config;
    return {
      colorScheme,
      siteName: getText(values, siteName.key) || siteName.fallback,
      settings: values,
      logoUrl: addApiPrefix(env.API_PREFIX, getText(values, siteLogo.key) || null),
      publicUrl,
      apiUrl: env.API_PREFIX,
      maxImageMb: env.MAX_IMAGE_MB,
      maxVideoMb: env.MAX_VIDEO_MB,
      nonce: NONCE_PLACEHOLDER,
    };
  }
}

const NOT_FOUND: LocalizedText = ({ pages }) => pages.missingPage;

const toComposed = (head: PageHead | undefined) => ({
  status: head && !head.missing ? 200 : 404,
  ...(head?.frame && { frame: head.frame }),
  ...(head?.isUnlisted && { isUnlisted: true }),
  ...(head?.recordView && { recordView: head.recordView }),
});

const getText = (values: Record<string, unknown>, key: string): string => {
  const value = values[key];
  return typeof value === 'string' ? value : '';
};
