import type { PageHead } from './pages.js';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** The built index.html, into which each page's head is written. */
export class Shell {
  constructor(private readonly html: string) {
    for (const marker of [/<title>[^<]*<\/title>/, /<meta name="csp-nonce" content="">/, /<meta name="hub-api-url" content="">/, /<meta name="description" content="[^"]*">/]) {
      if (!marker.test(html)) throw new Error(`The built index.html lacks ${marker.source}.`);
    }
  }

  render({ head, siteName, apiUrl, nonce }: { head: PageHead; siteName: string; apiUrl: string; nonce: string }): string {
    const title = head.title ? `${head.title} · ${siteName}` : siteName;
    // Replacement functions, since $ in a title would mean something in a replacement text.
    return this.html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(/<meta name="description" content="[^"]*">/, (given) => (head.description ? `<meta name="description" content="${escapeHtml(head.description)}">` : given))
      .replace('<meta name="csp-nonce" content="">', () => `<meta name="csp-nonce" content="${nonce}">`)
      .replace('<meta name="hub-api-url" content="">', () => `<meta name="hub-api-url" content="${escapeHtml(apiUrl)}">`);
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
