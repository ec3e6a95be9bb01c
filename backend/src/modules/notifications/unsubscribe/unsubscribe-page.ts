import type { Language } from '@hub/shared/languages';
import { formatPageTitle } from '@hub/shared/pages';
import { escapeUTF8 } from 'entities';
import { createHash } from 'node:crypto';

/** The colors of the frontend; this page does not load its styles. */
const style = `:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  background: light-dark(#fbfcfd, #141b22); color: light-dark(#1b2630, #dbe3ea); }
main { max-width: 480px; margin: 10vh auto 0; padding: 24px; border: 1px solid light-dark(#dee4e9, #2b3742);
  border-radius: 8px; background: light-dark(#fefefe, #192129); }
h1 { margin: 0 0 16px; font-size: 22px; overflow-wrap: anywhere; }
button { padding: 12px 18px; border: 0; border-radius: 8px; background: light-dark(#0e6662, #4fb0aa);
  color: light-dark(#fdfefe, #1b2630); font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 2px solid light-dark(#0e6662, #62bdb7); outline-offset: 2px; }
a { color: light-dark(#0e6662, #62bdb7); }`;

/** The page has no script and loads nothing; its only style is allowed by hash. */
const styleHash = createHash('sha256').update(style).digest('base64');
export const pagePolicy = [
  `default-src 'none'; style-src 'sha256-${styleHash}'`,
  `form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
].join('; ');

interface PageContent {
  language: Language;
  siteName: string;
  title: string;
  text: string;
  /** text of a button that posts to the page's own URL */
  button?: string;
  home: string;
}

/** A self-contained page that needs neither the frontend nor a session. */
export const unsubscribePage = ({
  language,
  siteName,
  title,
  text,
  button,
  home,
}: PageContent): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeUTF8(formatPageTitle(title, siteName))}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeUTF8(title)}</h1>
<p>${escapeUTF8(text)}</p>
${button ? `<form method="post"><p><button type="submit">${escapeUTF8(button)}</button></p></form>\n` : ''}\
<p><a href="${escapeUTF8(home)}">${escapeUTF8(siteName)}</a></p>
</main>
</body>
</html>
`;
