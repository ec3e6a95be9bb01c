import { hash } from 'node:crypto';
import { decodeHTML, escapeUTF8 } from 'entities';
import type { ApiResponse } from './guest-api.js';
import { type ColorScheme, escapeScript } from './html-template.js';
import type { Assets } from './page-assets.js';
import type { RenderedPage } from './page-renderer.js';

const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

/** Without a chosen color scheme a rendered page has that of the system, before other scripts run. */
const SCHEME_SCRIPT =
  'document.documentElement.dataset.mantineColorScheme=' +
  "matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'";

/**
 * Loads the scripts of a rendered page after its first paint, with which they would compete. Pages in the background
 * are not painted.
 */
const START_SCRIPT = `(()=>{let isStarted;
const start=()=>{
if(isStarted)return;
isStarted=true;
for(const{rel,href}of document.querySelectorAll('link[rel^=hub-]')){
const isEntry=rel==='hub-entry',element=document.createElement(isEntry?'script':'link');
Object.assign(element,isEntry?{type:'module',src:href}:{rel:'modulepreload',href},{crossOrigin:''});
document.head.append(element)}};
new PerformanceObserver((list)=>{
if(list.getEntriesByName('first-contentful-paint').length)start()}).observe({type:'paint',buffered:true});
addEventListener('load',()=>setTimeout(start,document.hidden?0:2000))})()`.replaceAll('\n', '');

const SCRIPT_SOURCES = [SCHEME_SCRIPT, START_SCRIPT].map(hashSource).join(' ');

/** More would make the header of the policy too large for proxies. */
const MAX_STYLES = 40;
const STYLE_ATTRIBUTE = / style="([^"]*)"/g;

/** Sources of the content security policy for a rendered page. */
export interface InlineSources {
  scripts: string;
  /** of style attributes */
  styles: string;
}

/** @returns undefined for a page with too many different style attributes */
export function findInlineSources(html: string): InlineSources | undefined {
  const values = new Set([...html.matchAll(STYLE_ATTRIBUTE)].map(([, value = '']) => value));
  if (values.size > MAX_STYLES) return undefined;
  const hashes = [...values].map((value) => hashSource(decodeHTML(value)));
  return { scripts: SCRIPT_SOURCES, styles: hashes.length ? ["'unsafe-hashes'", ...hashes].join(' ') : "'none'" };
}

const HTML = /<html (lang="[^"]*" dir="[^"]*")>/;
const HEAD_END = /<\/head>/;
const ROOT = /<div id="root"><\/div>/;
const NO_SCRIPT = /<noscript>[^<]*<\/noscript>/;
const ENTRY = /<script type="module" crossorigin src="([^"]*)"><\/script>/;
const MODULE = /<link rel="modulepreload" crossorigin href="([^"]*)">/g;

interface Embedded {
  page: RenderedPage;
  assets: Assets;
  colorScheme: ColorScheme | undefined;
  timeZone: string;
}

/**
 * Puts a rendered page into the built index.html: its content, its style sheets, the data that it was rendered from,
 * and scripts that load after the first paint.
 */
export function embedPage(html: string, { page, assets, colorScheme, timeZone }: Embedded): string {
  const head = [
    `<meta name="hub-time-zone" content="${escapeUTF8(timeZone)}">`,
    colorScheme === undefined && `<script>${SCHEME_SCRIPT}</script>`,
    ...assets.styles.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`),
    ...assets.scripts.map((path) => `<link rel="hub-module" href="${path}">`),
    `<script>${START_SCRIPT}</script>`,
  ];
  // Replacement functions, because $ has a meaning in replacement strings.
  return html
    .replace(
      HTML,
      (_given, attributes: string) => `<html ${attributes} data-mantine-color-scheme="${colorScheme ?? 'light'}">`,
    )
    .replace(ENTRY, (_given, path: string) => `<link rel="hub-entry" href="${path}">`)
    .replace(MODULE, (_given, path: string) => `<link rel="hub-module" href="${path}">`)
    .replace(NO_SCRIPT, '')
    .replace(HEAD_END, () => `${head.filter(Boolean).join('')}</head>`)
    .replace(ROOT, () => `<div id="root">${page.html}</div>${printPreloads(page.responses)}`);
}

/** Words for readers without scripts, and until the frontend replaces them. Only a later page may need scripts. */
export const embedNotice = (html: string, { title, text }: { title: string; text: string }): string =>
  html
    .replace(NO_SCRIPT, '')
    .replace(
      ROOT,
      () => `<div id="root" data-notice><main><h1>${escapeUTF8(title)}</h1><p>${escapeUTF8(text)}</p></main></div>`,
    );

/** The JSON of the responses as it is. */
function printPreloads(responses: readonly ApiResponse[]): string {
  const preloads = responses.map(({ text, status, isShared: _isShared, ...response }) => {
    const fields = JSON.stringify({ ...response, ...(status !== 200 && { status }) });
    return `${fields.slice(0, -1)},"body":${text}}`;
  });
  return `<script type="application/json" id="preload">[${escapeScript(preloads.join(','))}]</script>`;
}
