import type { RichBuilder } from './builder';
import { showEmbed } from './embeds';
import { showMath } from './figures';
import { findTargetPath, HubLinkWidget } from './hub-links';
import { showImage } from './images';
import { isDefinedLabel } from './outline';
import { getChildren, type SyntaxNode } from './syntax';
import { MarkWidget } from './widgets';
import classes from './rich.module.css';

type Show = (builder: RichBuilder, node: SyntaxNode) => void;

/** Hides the marks around a text unless the selection touches it. */
const showMarked =
  (className: string | undefined, markName: string): Show =>
  (builder, node) => {
    builder.mark(node.from, node.to, className);
    const isSelected = builder.isSelected(node.from, node.to);
    for (const mark of getChildren(node, markName)) {
      if (isSelected) builder.mark(mark.from, mark.to, classes.mark);
      else builder.hide(mark.from, mark.to);
    }
  };

function showLink(builder: RichBuilder, node: SyntaxNode): void {
  const [open, close] = getChildren(node, 'LinkMark');
  if (!open || !close) return;
  const address = getChildren(node, 'URL')[0];
  const textEnd = close.from;
  const written = getChildren(node, 'LinkLabel')[0];
  const label = written ? builder.text(written).slice(1, -1) : '';
  if (!address && !isDefinedLabel(builder.state, label || builder.text({ from: open.to, to: textEnd }))) return;
  builder.mark(open.to, textEnd, classes.link);
  if (open.to === textEnd) {
    if (address && showEmbed(builder, node, builder.text(address))) return;
    // Without a text, a link is shown by the title of its target, or by its address.
    if (!builder.isSelected(node.from, node.to) && address) {
      const target = builder.text(address);
      const path = findTargetPath(target);
      const widget = path === undefined ? new MarkWidget(target, classes.link) : new HubLinkWidget(path);
      builder.replace(node.from, node.to, widget);
    }
    return;
  }
  if (builder.isSelected(node.from, node.to)) {
    builder.mark(node.from, open.to, classes.mark);
    builder.mark(textEnd, node.to, classes.mark);
  } else {
    builder.hide(node.from, open.to);
    builder.hide(textEnd, node.to);
  }
}

function showAutolink(builder: RichBuilder, node: SyntaxNode): void {
  if (showEmbed(builder, node, builder.text(node).slice(1, -1))) return;
  builder.mark(node.from, node.to, classes.link);
  if (builder.isSelected(node.from, node.to)) return;
  for (const mark of getChildren(node, 'LinkMark')) builder.hide(mark.from, mark.to);
}

const SEPARATE_NODES = new Set(['Link', 'Image', 'Autolink', 'LinkReference']);

/** An address that is a link as it is. */
function showAddress(builder: RichBuilder, node: SyntaxNode): void {
  if (SEPARATE_NODES.has(node.parent?.name ?? '') || showEmbed(builder, node, builder.text(node))) return;
  builder.mark(node.from, node.to, classes.link);
}

/** The backslash before a sign, or at the end of a line. */
function showBackslash(builder: RichBuilder, node: SyntaxNode): void {
  if (builder.isSelected(node.from, node.to)) builder.mark(node.from, node.from + 1, classes.mark);
  else if (builder.text(node).startsWith('\\')) builder.hide(node.from, node.from + 1);
}

const decoded = new Map<string, string | null>();

function decodeEntity(entity: string): string | null {
  const known = decoded.get(entity);
  if (known !== undefined) return known;
  const character = new DOMParser().parseFromString(entity, 'text/html').documentElement.textContent;
  decoded.set(entity, character);
  return character;
}

function showEntity(builder: RichBuilder, node: SyntaxNode): void {
  if (builder.isSelected(node.from, node.to)) return;
  const character = decodeEntity(builder.text(node));
  if (character) builder.replace(node.from, node.to, new MarkWidget(character, undefined));
}

/** The number of a footnote, in brackets as on the page. */
function showFootnoteReference(builder: RichBuilder, node: SyntaxNode): void {
  builder.mark(node.from, node.to, classes.footnote);
  if (!builder.isSelected(node.from, node.to)) builder.hide(node.from + 1, node.from + 2);
}

const showAs =
  (className: string | undefined): Show =>
  (builder, node) => {
    builder.mark(node.from, node.to, className);
  };

/** What is inside of a line, by the names of the nodes. */
export const inlineLooks: Readonly<Record<string, Show>> = {
  Emphasis: showMarked(classes.emphasis, 'EmphasisMark'),
  StrongEmphasis: showMarked(classes.strong, 'EmphasisMark'),
  Strikethrough: showMarked(classes.struck, 'StrikethroughMark'),
  Math: showMath,
  InlineCode: showMarked(classes.code, 'CodeMark'),
  Link: showLink,
  Image: showImage,
  FootnoteReference: showFootnoteReference,
  FootnoteMark: showFootnoteReference,
  Autolink: showAutolink,
  URL: showAddress,
  Escape: showBackslash,
  HardBreak: showBackslash,
  Entity: showEntity,
  HTMLTag: showAs(classes.markup),
  Comment: showAs(classes.markup),
  ProcessingInstruction: showAs(classes.markup),
};
