/** What never becomes text. */
const REMOVED =
  'head, script, style, meta, link, title, xml, noscript, template, iframe, frame, object, embed, applet, svg, math, ' +
  'canvas, audio, video, button, select, textarea, input:not([type=checkbox]), [hidden], [aria-hidden=true]';

const getStyle = (element: Element): string => (element.getAttribute('data-style') ?? '').toLowerCase();

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

function wrapContent(element: Element, name: string): void {
  if (!element.textContent?.trim()) return;
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
  // Marks of emphasis touch their words.
  if (/^\s/.test(wrapper.textContent)) wrapper.before(' ');
  if (/\s$/.test(wrapper.textContent)) wrapper.after(' ');
}

const isIn = (element: Element, selector: string): boolean => element.parentElement?.closest(selector) !== null;

/** Word's lists are paragraphs, whose styles name their level; the marks are text. */
function rebuildWordLists(body: Element): void {
  const open: { level: number; list: Element }[] = [];
  let last: Element | null = null;
  let lastName = '';
  for (const paragraph of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const [, name = '', levelText = '0'] = /mso-list:\s*(\w+)\s+level(\d+)/.exec(getStyle(paragraph)) ?? [];
    const level = Number(levelText);
    if (level === 0) continue;
    const marks = [...paragraph.querySelectorAll('[data-style*="mso-list:ignore" i]')];
    const mark = marks
      .map(({ textContent }) => textContent)
      .join('')
      .trim();
    for (const each of marks) each.remove();
    if (paragraph.previousElementSibling !== last || (name !== lastName && level === 1)) open.length = 0;
    lastName = name;
    while ((open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level !== level) {
      const isOrdered = /^\(?(?:\d+|[a-z]|[ivx]+)[.)]/i.test(mark);
      const list = body.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
      const start = /^\d+/.exec(mark)?.[0];
      if (isOrdered && start && start !== '1') list.setAttribute('start', start);
      const outer = open.at(-1)?.list;
      if (outer?.lastElementChild) outer.lastElementChild.append(list);
      else paragraph.before(list);
      open.push({ level, list });
    }
    open.at(-1)?.list.append(rename(paragraph, 'li'));
    last = open[0]?.list ?? null;
  }
}

const isBold = (style: string): boolean => /font-weight:\s*(?:bold|[6-9]00)/.test(style);

/** Styles that stand for elements, as Google Docs and LibreOffice have them. */
function convertStyles(body: Element): void {
  for (const element of body.querySelectorAll('b[data-style], strong[data-style]'))
    if (/font-weight:\s*(?:normal|400)/.test(getStyle(element))) unwrap(element);
  for (const element of body.querySelectorAll('span[data-style], font[data-style]')) {
    const style = getStyle(element);
    if (isBold(style) && !isIn(element, 'h1, h2, h3, h4, h5, h6, th, b, strong')) wrapContent(element, 'strong');
    if (/font-style:\s*italic/.test(style) && !isIn(element, 'em, i')) wrapContent(element, 'em');
    if (/text-decoration[^;]*line-through/.test(style)) wrapContent(element, 'del');
    if (/font-family:[^;]*(?:monospace|courier|consolas)/.test(style) && !isIn(element, 'pre, code'))
      wrapContent(element, 'code');
  }
  for (const element of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) :is(b, strong)')) unwrap(element);
}

/** The address behind those that count clicks. */
function withoutRedirect(url: URL): URL {
  const isGoogle = /^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url';
  const target = isGoogle ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null;
  return (target && URL.parse(target)) || url;
}

/** @returns '' for addresses that only the program knows from which the text is, and for scripts */
function cleanAddress(address: string, origin: string): string {
  const url = URL.parse(address.trim());
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return '';
  const target = withoutRedirect(url);
  if (!['http:', 'https:', 'mailto:'].includes(target.protocol)) return '';
  return target.origin === origin ? target.pathname + target.search + target.hash : target.href;
}

function cleanLinks(body: Element, origin: string): void {
  for (const link of body.querySelectorAll('a')) {
    const address = cleanAddress(link.getAttribute('href') ?? '', origin);
    if (address === '' || !link.textContent?.trim()) {
      if (!link.querySelector('img') || address === '') unwrap(link);
    }
    if (address !== '') link.setAttribute('href', address);
  }
}

const FILE_PATH = /^\/api\/files\//;

/**
 * Images of this hub stay. Those in the text are uploaded, and those of other hosts become links, so that no page
 * contacts them.
 * @param insertImage returns the description of an image that will be uploaded
 */
function convertImages(body: Element, origin: string, insertImage: (image: Element) => string | undefined): void {
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    const address = cleanAddress(source, origin);
    const description = image.getAttribute('alt')?.trim() ?? '';
    if (FILE_PATH.test(address) || FILE_PATH.test(source)) {
      image.setAttribute('src', address || source);
    } else if (address !== '') {
      const link = body.ownerDocument.createElement('a');
      link.href = address;
      link.textContent = description || (address.split(/[?#]/)[0]?.split('/').at(-1) ?? '') || address;
      image.closest('a')?.before(link);
      image.replaceWith(...(image.closest('a') ? [] : [link]));
    } else {
      const name = insertImage(image);
      if (name === undefined) image.remove();
      else {
        image.setAttribute('src', '');
        image.setAttribute('alt', name);
      }
    }
  }
}

/** Names of languages that only classes around the code have, as on GitHub. */
function nameCodeLanguages(body: Element): void {
  for (const block of body.querySelectorAll('[class*="highlight-source-"] > pre')) {
    const language = /highlight-source-(\w+)/.exec(block.parentElement?.className ?? '')?.[1];
    const code =
      block.querySelector('code') ?? rename(block, 'pre').appendChild(body.ownerDocument.createElement('code'));
    if (!code.textContent) code.append(...[...(code.parentElement?.childNodes ?? [])].filter((node) => node !== code));
    code.className = `language-${language}`;
  }
}

function cleanTables(body: Element): void {
  for (const table of body.querySelectorAll('table')) {
    const cells = table.querySelectorAll('td, th');
    // A table for the layout.
    if (cells.length === 1 && cells[0]) table.replaceWith(...cells[0].childNodes);
    for (const cell of cells) cell.removeAttribute('align');
    // Markdown has no tables without a heading, and spreadsheets none with one.
    if (!table.querySelector('th')) for (const cell of table.rows[0]?.cells ?? []) rename(cell, 'th');
  }
}

/** Items that are one paragraph have no blank lines between them. */
function tightenLists(body: Element): void {
  for (const item of body.querySelectorAll('li')) {
    const paragraphs = [...item.children].filter(({ localName }) => localName === 'p');
    if (paragraphs.length === 1 && paragraphs[0]) unwrap(paragraphs[0]);
  }
}

const replaceSpaces = (text: string): string => text.replace(/\u00a0+/g, ' ');

function cleanText(body: Element): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT);
  const comments: Node[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.COMMENT_NODE) comments.push(node);
    else if (node.nodeValue && !node.parentElement?.closest('pre')) node.nodeValue = replaceSpaces(node.nodeValue);
  }
  for (const comment of comments) comment.parentNode?.removeChild(comment);
}

/** Leaves of a pasted page what Markdown has something for. Styles are expected in `data-style`. */
export function cleanHtml(body: Element, origin: string, insertImage: (image: Element) => string | undefined): void {
  for (const element of body.querySelectorAll(REMOVED)) element.remove();
  for (const element of body.querySelectorAll('[data-style]'))
    if (/display:\s*none|mso-hide:\s*all/.test(getStyle(element))) element.remove();
  for (const element of body.querySelectorAll('*')) if (element.localName === 'o:p') unwrap(element);
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  rebuildWordLists(body);
  convertStyles(body);
  cleanTables(body);
  tightenLists(body);
  nameCodeLanguages(body);
  cleanLinks(body, origin);
  convertImages(body, origin, insertImage);
  cleanText(body);
}
