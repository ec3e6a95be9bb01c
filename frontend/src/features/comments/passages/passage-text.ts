import type { PassageRange, PassageText } from '@hub/shared/passages';

/** What readers do not take for words of the text, or what the stored text does not have. */
const EXCLUDED = 'button:not(:has(img)), [aria-hidden="true"], [data-footnote-ref], [data-footnote-backref], math';
const INLINE = new Set(['A', 'BUTTON', 'CODE', 'DEL', 'EM', 'IMG', 'INPUT', 'MARK', 'SPAN', 'STRONG', 'SUP', 'TIME']);

/** A rendered text as the server reads it, and where each of its characters is on the page. */
export interface RenderedText extends PassageText {
  /** The part of the page with these characters; undefined when the page has changed. */
  toRange: (range: PassageRange) => Range | undefined;
  /** The position of a place on the page: of the next character of the text. */
  toPosition: (container: Node, offset: number) => number;
}

/** Reads a rendered text, with single spaces as `joinSections` has them. */
export function readRenderedText(root: Element): RenderedText {
  let text = '';
  const headings: { at: number; heading: string }[] = [];
  /** Of each character, and -1 for a space between blocks. */
  const nodes: (Text | Element)[] = [];
  const offsets: number[] = [];
  let needsSpace = false;

  const add = (value: string, node: Text | Element) => {
    for (let offset = 0; offset < value.length; offset++) {
      const character = value.charAt(offset);
      if (/\s/u.test(character)) {
        needsSpace = true;
        continue;
      }
      if (needsSpace && text !== '') {
        text += ' ';
        nodes.push(node);
        offsets.push(offset);
      }
      needsSpace = false;
      text += character;
      nodes.push(node);
      offsets.push(offset);
    }
  };
  const readHeading = (element: Element) => {
    const at = text === '' ? 0 : text.length + 1;
    readChildren(element);
    const heading = text.slice(at);
    if (heading !== '') headings.push({ at, heading });
  };
  const read = (node: Node) => {
    if (node instanceof Text) add(node.data, node);
    if (!(node instanceof Element) || node.matches(EXCLUDED)) return;
    if (node.tagName === 'BR') needsSpace = true;
    if (node instanceof HTMLImageElement) add(node.alt, node);
    if (INLINE.has(node.tagName)) return readChildren(node);
    needsSpace = true;
    if (/^H[1-6]$/.test(node.tagName)) readHeading(node);
    else readChildren(node);
    needsSpace = true;
  };
  const readChildren = (node: Node) => {
    for (const child of node.childNodes) read(child);
  };
  readChildren(root);

  return {
    text,
    headings,
    toRange: ({ from, to }) => {
      const [first, last] = [nodes[from], nodes[to - 1]];
      const [start, end] = [offsets[from], offsets[to - 1]];
      if (!first?.isConnected || !last?.isConnected || start === undefined || end === undefined) return undefined;
      const range = document.createRange();
      if (first instanceof Text) range.setStart(first, start);
      else range.setStartBefore(first);
      if (last instanceof Text) range.setEnd(last, end + 1);
      else range.setEndAfter(last);
      return range;
    },
    toPosition: (container, offset) => {
      const place = document.createRange();
      place.setStart(container, offset);
      // The characters are in the order of the page.
      let [low, high] = [0, nodes.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const node = nodes[middle];
        const at = node instanceof Text ? (offsets[middle] ?? 0) : 0;
        if (node && place.comparePoint(node, at) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** The part of the text that is selected on the page, without spaces at its ends; undefined without one. */
export function findSelection(
  root: Element,
  read: () => RenderedText,
): { text: RenderedText; range: PassageRange } | undefined {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const selected = selection.getRangeAt(0);
  if (!root.contains(selected.commonAncestorContainer)) return undefined;
  const text = read();
  let from = text.toPosition(selected.startContainer, selected.startOffset);
  let to = text.toPosition(selected.endContainer, selected.endOffset);
  while (from < to && text.text[from] === ' ') from++;
  while (to > from && text.text[to - 1] === ' ') to--;
  return from < to ? { text, range: { from, to } } : undefined;
}
