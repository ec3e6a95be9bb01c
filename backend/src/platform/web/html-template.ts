import { escapeUTF8 } from 'entities';
import type { Language } from '@hub/shared/languages';
import { formatPageTitle, PRELOAD_ID } from '@hub/shared/pages';
import { siteReaders } from '../settings/settings.js';
import type { InlineSources } from './page-html.js';
import { type PageLanguages, renderLanguageLinks } from './page-languages.js';
import { localize, type PageHead, type Preloaded } from './pages.js';

/** The color scheme that a user has chosen; without a choice the page follows the system. */
export type ColorScheme = 'light' | 'dark';

// Void elements may be self-closed (<meta … />).
const TITLE = /<title>[^<]*<\/title>/;
const NONCE = /<meta name="csp-nonce" content="" ?\/?>/;
const API_URL = /<meta name="hub-api-url" content="" ?\/?>/;
const SITE_NAME = /<meta name="hub-site-name" content="" ?\/?>/;
const SETTINGS = /<meta name="hub-settings" content="" ?\/?>/;
const MAX_IMAGE_MB = /<meta name="hub-max-image-mb" content="" ?\/?>/;
const MAX_VIDEO_MB = /<meta name="hub-max-video-mb" content="" ?\/?>/;
const COLOR_SCHEME = /<meta name="color-scheme" content="light dark" ?\/?>/;
const DESCRIPTION = /<meta name="description" content="[^"]*" ?\/?>/;
const FEED = /<link rel="alternate" href="\/feed.xml"[^>]*>/;
const END = /<\/head>/;

interface Written {
  head: PageHead;
  language: Language;
  /** of pages that search engines find in each language */
  languages?: PageLanguages | undefined;
  preload: Preloaded[];
  /** Prefix of the session token that the preload belongs to; undefined for guests */
  holder?: string | undefined;
  colorScheme?: ColorScheme | undefined;
  siteName: string;
  /** the values of public settings by their keys */
  settings: Record<string, unknown>;
  /** address of the hub's logo, for previews of pages without an image */
  logoUrl: string | null;
  /** origin of the hub */
  publicUrl: string;
  apiUrl: string;
  maxImageMb: number;
  maxVideoMb: number;
  nonce: string;
}

/** The meta tags that the frontend reads, by their names; those of the page, and some for the server only. */
export const listMetas = (
  written: Omit<Written, 'head' | 'language' | 'preload' | 'holder' | 'logoUrl'> & { timeZone: string },
) => ({
  'csp-nonce': written.nonce,
  'color-scheme': written.colorScheme ?? 'light dark',
  'hub-api-url': written.apiUrl,
  'hub-site-name': written.siteName,
  'hub-settings': JSON.stringify(written.settings),
  'hub-max-image-mb': String(written.maxImageMb),
  'hub-max-video-mb': String(written.maxVideoMb),
  'hub-time-zone': written.timeZone,
  'hub-origin': written.publicUrl,
});

/** The built index.html, completed with the head of each page. */
export class HtmlTemplate {
  constructor(private readonly html: string) {
    const limits = [MAX_IMAGE_MB, MAX_VIDEO_MB];
    for (const marker of [
      TITLE,
      NONCE,
      API_URL,
      SITE_NAME,
      SETTINGS,
      ...limits,
      COLOR_SCHEME,
      DESCRIPTION,
      FEED,
      END,
    ]) {
      if (!marker.test(html)) throw new Error(`The built index.html lacks ${marker.source}.`);
    }
  }

  render(written: Written): string {
    const { head, preload, holder, colorScheme, siteName, settings, apiUrl, maxImageMb, maxVideoMb, nonce } = written;
    const words = localize(head.title, written.language);
    const title = words ? formatPageTitle(words, siteName) : siteName;
    // Replacement functions, because $ has a meaning in replacement strings.
    return (
      this.html
        .replace(TITLE, () => `<title>${escapeUTF8(title)}</title>`)
        .replace(DESCRIPTION, (given) => this.describe(given, written))
        // Feed readers have no session.
        .replace(FEED, (given) => (settings[siteReaders.key] === 'members' ? '' : given))
        .replace(NONCE, () => `<meta name="csp-nonce" content="${nonce}">`)
        .replace(API_URL, () => `<meta name="hub-api-url" content="${escapeUTF8(apiUrl)}">`)
        .replace(SITE_NAME, () => `<meta name="hub-site-name" content="${escapeUTF8(siteName)}">`)
        .replace(SETTINGS, () => `<meta name="hub-settings" content="${escapeUTF8(JSON.stringify(settings))}">`)
        .replace(MAX_IMAGE_MB, () => `<meta name="hub-max-image-mb" content="${maxImageMb}">`)
        .replace(MAX_VIDEO_MB, () => `<meta name="hub-max-video-mb" content="${maxVideoMb}">`)
        .replace(COLOR_SCHEME, (given) => (colorScheme ? `<meta name="color-scheme" content="${colorScheme}">` : given))
        .replace(END, () => `${this.preload(preload, holder)}</head>`)
    );
  }

  private describe(given: string, { head, language, languages, siteName, logoUrl, publicUrl }: Written): string {
    const description = localize(head.description, language) || head.preview?.description || '';
    const title = localize(head.title, language) ?? siteName;
    const page = { title, description, language, siteName, logoUrl, publicUrl };
    return (
      (languages ? renderLanguageLinks(languages) : '') +
      (description ? `<meta name="description" content="${escapeUTF8(description)}">` : given) +
      (head.preview ? renderLinkPreview(head.preview, page) : '')
    );
  }

  private preload(preloaded: Preloaded[], holder: string | undefined): string {
    if (preloaded.length === 0) return '';
    const attribute = holder ? ` data-holder="${escapeUTF8(holder)}"` : '';
    return `<script type="application/json" id="${PRELOAD_ID}"${attribute}>${scriptJson(preloaded)}</script>`;
  }
}

/** The players of videos; that of YouTube is in a page of its own, see PageHead.frame. */
const PLAYERS = ['https://player.vimeo.com', 'https://www.loom.com'];

/**
 * Only our own scripts run. Style elements need the nonce of the response (the component library adds some at run
 * time).
 *
 * @param options.embeds the origins whose frames texts may contain
 * @param options.frame of a page that is shown in a frame of another page of this hub
 * @param options.inline what a rendered page contains: two fixed scripts and style attributes, by their hashes
 */
export const contentSecurityPolicy = (
  nonce: string,
  {
    embeds = [],
    frame,
    inline,
  }: { embeds?: readonly string[]; frame?: PageHead['frame']; inline?: InlineSources } = {},
): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...(inline ? [inline.scripts] : [])].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr ${inline?.styles ?? "'none'"}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    `frame-src ${[...new Set(frame ? frame.sources : ["'self'", ...PLAYERS, ...embeds])].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frame ? "'self'" : "'none'"}`,
  ].join('; ');

/** What chats, social networks and search engines show of a page. */
export interface LinkPreview {
  /** where the page is to be found, as a path of the frontend */
  path: string;
  type: 'article' | 'video.other';
  /** path of an image, below the origin of the hub */
  image?: string | null;
  /** plain text; the first sentences of the page when it has no description */
  description?: string;
  publishedAt: string;
  changedAt: string;
  authorName: string;
  /** a type of schema.org with its own properties */
  schema: { '@type': 'TechArticle' | 'VideoObject' | 'DiscussionForumPosting' } & Record<string, unknown>;
}

interface Page {
  title: string;
  description: string;
  language: Language;
  siteName: string;
  /** shown for pages without an image */
  logoUrl: string | null;
  /** origin of the hub */
  publicUrl: string;
}

/** The elements of the HTML head for a preview: Open Graph and JSON-LD. */
export function renderLinkPreview(preview: LinkPreview, page: Page): string {
  const url = page.publicUrl + preview.path;
  const own = preview.image ? new URL(preview.image, page.publicUrl).href : undefined;
  const image = own ?? (page.logoUrl === null ? undefined : new URL(page.logoUrl, page.publicUrl).href);
  const properties = {
    'og:site_name': page.siteName,
    'og:locale': getLocale(page.language),
    'og:type': preview.type,
    'og:title': page.title,
    'og:description': page.description || undefined,
    'og:url': url,
    'og:image': image,
    'article:published_time': preview.type === 'article' ? preview.publishedAt : undefined,
    'article:modified_time': preview.type === 'article' ? preview.changedAt : undefined,
  };
  const metas = Object.entries(properties).map(([name, content]) =>
    content === undefined ? '' : `<meta property="${name}" content="${escapeUTF8(content)}">`,
  );
  return [
    ...metas,
    `<meta name="twitter:card" content="${own ? 'summary_large_image' : 'summary'}">`,
    `<script type="application/ld+json">${scriptJson(structuredData(preview, page, url, own))}</script>`,
  ].join('');
}

/** A language with the region in which most speak it, such as de_DE. */
const getLocale = (language: Language): string => {
  const locale = new Intl.Locale(language).maximize();
  return `${locale.language}_${locale.region ?? ''}`;
};

const structuredData = (preview: LinkPreview, page: Page, url: string, image: string | undefined) => ({
  '@context': 'https://schema.org',
  url,
  headline: page.title,
  ...(page.description && { description: page.description }),
  ...(image && { image }),
  datePublished: preview.publishedAt,
  dateModified: preview.changedAt,
  author: { '@type': 'Person', name: preview.authorName },
  ...preview.schema,
});

/** Escapes in JSON for a script element what could end the element, and line separators for old parsers. */
export const escapeScript = (json: string): string =>
  json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const scriptJson = (value: unknown): string => escapeScript(JSON.stringify(value));
