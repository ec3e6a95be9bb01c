import type { PageHead, Preloaded } from './pages.js';

/** What a person has chosen; without a choice the page follows their system. */
export type ColorScheme = 'light' | 'dark';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON inside a script element: nothing in it may end the element, nor the line for old parsers. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

// Formatters close void elements (<meta … />); both spellings are fine.
const TITLE = /<title>[^<]*<\/title>/;
const NONCE = /<meta name="csp-nonce" content="" ?\/?>/;
const API_URL = /<meta name="hub-api-url" content="" ?\/?>/;
const SITE_NAME = /<meta name="hub-site-name" content="" ?\/?>/;
const MAX_IMAGE_MB = /<meta name="hub-max-image-mb" content="" ?\/?>/;
const COLOR_SCHEME = /<meta name="color-scheme" content="light dark" ?\/?>/;
const DESCRIPTION = /<meta name="description" content="[^"]*" ?\/?>/;
const END = /<\/head>/;

interface Written {
  head: PageHead;
  preload: Preloaded[];
  /** By what the page tells whether the preload is for whom it acts as; absent for guests' */
  holder?: string | undefined;
  colorScheme?: ColorScheme | undefined;
  siteName: string;
  apiUrl: string;
  maxImageMb: number;
  nonce: string;
}

/** The built index.html, into which each page's head is written. */
export class HtmlTemplate {
  constructor(private readonly html: string) {
    for (const marker of [TITLE, NONCE, API_URL, SITE_NAME, MAX_IMAGE_MB, COLOR_SCHEME, DESCRIPTION, END]) {
      if (!marker.test(html)) throw new Error(`The built index.html lacks ${marker.source}.`);
    }
  }

  render({ head, preload, holder, colorScheme, siteName, apiUrl, maxImageMb, nonce }: Written): string {
    const title = head.title ? `${head.title} · ${siteName}` : siteName;
    // Replacement functions, since $ in a title would mean something in a replacement text.
    return this.html
      .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
      .replace(DESCRIPTION, (given) =>
        head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : given,
      )
      .replace(NONCE, () => `<meta name="csp-nonce" content="${nonce}">`)
      .replace(API_URL, () => `<meta name="hub-api-url" content="${escapeHtml(apiUrl)}">`)
      .replace(SITE_NAME, () => `<meta name="hub-site-name" content="${escapeHtml(siteName)}">`)
      .replace(MAX_IMAGE_MB, () => `<meta name="hub-max-image-mb" content="${maxImageMb}">`)
      .replace(COLOR_SCHEME, (given) => (colorScheme ? `<meta name="color-scheme" content="${colorScheme}">` : given))
      .replace(END, () => `${this.preload(preload, holder)}</head>`);
  }

  private preload(answers: Preloaded[], holder: string | undefined): string {
    if (answers.length === 0) return '';
    const attribute = holder ? ` data-holder="${escapeHtml(holder)}"` : '';
    return `<script type="application/json" id="preload"${attribute}>${scriptJson(answers)}</script>`;
  }
}

/** Only our own files run; styles also those that carry this answer's nonce (the component library adds some at run time). */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
