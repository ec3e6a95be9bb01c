import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../platform/mail/compose-mail.js';

const style = `:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1f2430, #e6e8ec); }
main { max-width: 480px; margin: 10vh auto 0; padding: 24px; border-radius: 8px; background: light-dark(#ffffff, #22252c); }
h1 { margin: 0 0 16px; font-size: 20px; overflow-wrap: anywhere; }
button { padding: 12px 18px; border: 0; border-radius: 6px; background: #2563eb; color: #ffffff; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid light-dark(#1f2430, #e6e8ec); outline-offset: 2px; }
a { color: light-dark(#1d4ed8, #93b4ff); }`;

/** The page has no script and loads nothing; its one style is known by its hash. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface PageContent {
  siteName: string;
  title: string;
  text: string;
  /** a button that posts to the page's own address */
  button?: string;
  home: string;
}

/** A small page of its own: whoever comes from a mail need not load the hub, nor be signed in. */
export const unsubscribePage = ({ siteName, title, text, button, home }: PageContent): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${siteName}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post"><p><button type="submit">${escapeHtml(button)}</button></p></form>\n` : ''}<p><a href="${escapeHtml(home)}">${escapeHtml(siteName)}</a></p>
</main>
</body>
</html>
`;
