import type { PageHead, Preloaded } from './pages.js';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON inside a script element: nothing in it may end the element, nor the line for old parsers. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Formatters close void elements (<meta … />); both spellings are fine.
const TITLE = /<title>[^<]*<\/title>/;
const NONCE = /<meta name="csp-nonce" content="" ?\/?>/;
const API_URL = /<meta name="hub-api-url" content="" ?\/?>/;
const DESCRIPTION = /<meta name="description" content="[^"]*" ?\/?>/;
const END = /<\/head>/;

interface Written {
  head: PageHead;
  preload: Preloaded[];
  siteName: string;
  apiUrl: string;
  nonce: string;
}

/** The built index.html, into which each page's head is written. */
export class Shell {
  constructor(private readonly html: string) {
    for (const marker of [TITLE, NONCE, API_URL, DESCRIPTION, END]) {
      if (!marker.test(html)) throw new Error(`The built index.html lacks ${marker.source}.`);
    }
  }

  render({ head, preload, siteName, apiUrl, nonce }: Written): string {
    const title = head.title ? `${head.title} · ${siteName}` : siteName;
    // Replacement functions, since $ in a title would mean something in a replacement text.
    return this.html
      .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
      .replace(DESCRIPTION, (given) => (head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : given))
      .replace(NONCE, () => `<meta name="csp-nonce" content="${nonce}">`)
      .replace(API_URL, () => `<meta name="hub-api-url" content="${escapeHtml(apiUrl)}">`)
      .replace(END, () => (preload.length ? `<script type="application/json" id="preload">${scriptJson(preload)}</script></head>` : '</head>'));
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
