import type { Language } from '@hub/shared/languages';
import { escapeUTF8 } from 'entities';

/** Links below a heading, each with a line of text. */
export interface MailSection {
  heading: string;
  links: { label: string; /** may be empty */ text: string; url: string }[];
}

export interface MailContent {
  language: Language;
  siteName: string;
  heading: string;
  /** plain text; line breaks are preserved */
  paragraphs: string[];
  sections?: MailSection[];
  button?: { label: string; url: string };
  /** the reason for the mail and the unsubscribe link, at the end */
  footer?: { text: string; label: string; url: string };
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px; background: #f5f7f9; color: #1b2630;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 24px; background: #fefefe; border-radius: 8px; }
h1 { margin: 0 0 16px; font-size: 20px; }
h2 { margin: 24px 0 8px; font-size: 16px; }
ul { margin: 0 0 16px; padding: 0; list-style: none; }
li { margin: 0 0 12px; overflow-wrap: anywhere; }
li a { color: #0e6662; font-weight: 600; }
p { margin: 0 0 16px; white-space: pre-line; overflow-wrap: anywhere; }
.button { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #0e6662; color: #fdfefe;
  text-decoration: none; font-weight: 600; }
.small { margin: 0 0 8px; color: #566573; font-size: 13px; }
.small a { color: inherit; }
@media (prefers-color-scheme: dark) {
  body { background: #141b22; color: #dbe3ea; }
  main { background: #192129; }
  .small { color: #9aa8b5; }
  li a { color: #4fb0aa; }
}
`.trim();

/** Renders a mail as text and HTML in one layout: no tables, no external resources, light and dark. */
export function composeMail({ language, siteName, heading, paragraphs, sections = [], button, footer }: MailContent): {
  text: string;
  html: string;
} {
  for (const { url } of [button, footer, ...sections.flatMap(({ links }) => links)].filter(
    (link) => link !== undefined,
  )) {
    if (!/^https?:\/\//.test(url)) throw new Error('A link in a mail leads to an http or https address.');
  }
  const text = [
    heading,
    ...paragraphs,
    ...sections.flatMap(sectionText),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `-- \n${siteName}${footer ? `\n${footer.text}\n${footer.label}: ${footer.url}` : ''}`,
  ].join('\n\n');
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeUTF8(heading)}</title>
<style>
${style}
</style>
</head>
<body>
<main>
<h1>${escapeUTF8(heading)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeUTF8(paragraph)}</p>`).join('\n')}
${sections.map(sectionHtml).join('')}${button ? buttonHtml(button) : ''}<p class="small">${escapeUTF8(siteName)}</p>
${footer ? footerHtml(footer) : ''}</main>
</body>
</html>
`;
  return { text, html };
}

/** The URL is repeated as text for mail clients without links and for users who check it first. */
function buttonHtml({ label, url }: { label: string; url: string }): string {
  const href = escapeUTF8(url);
  return `<p><a class="button" href="${href}">${escapeUTF8(label)}</a></p>\n<p class="small">${href}</p>\n`;
}

function footerHtml({ text, label, url }: NonNullable<MailContent['footer']>): string {
  return `<p class="small">${escapeUTF8(text)} <a href="${escapeUTF8(url)}">${escapeUTF8(label)}</a></p>\n`;
}

const sectionText = ({ heading, links }: MailSection): string[] => [
  heading.toUpperCase(),
  ...links.map(({ label, text, url }) => [label, text, url].filter(Boolean).join('\n')),
];

function sectionHtml({ heading, links }: MailSection): string {
  const items = links.map(({ label, text, url }) => {
    const link = `<a href="${escapeUTF8(url)}">${escapeUTF8(label)}</a>`;
    return `<li>${link}${text ? `<br>${escapeUTF8(text)}` : ''}</li>`;
  });
  return `<h2>${escapeUTF8(heading)}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n`;
}
