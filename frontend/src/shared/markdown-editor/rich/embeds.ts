import { WidgetType } from '@codemirror/view';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import EmbedCard from '../../embeds/embed-card';
import { findPageEmbed } from '../../embeds/page-embeds';
import type { RichBuilder } from './builder';
import type { SyntaxNode } from './syntax';
import classes from './rich.module.css';

const roots = new WeakMap<HTMLElement, Root>();

/** The card of an address at another host. */
class EmbedWidget extends WidgetType {
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
  }

  override eq(other: EmbedWidget): boolean {
    return other.address === this.address;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = classes.card ?? '';
    element.contentEditable = 'false';
    const root = createRoot(element);
    root.render(createElement(EmbedCard, { address: this.address }));
    roots.set(element, root);
    return element;
  }

  override destroy(element: HTMLElement): void {
    // React may be rendering just now.
    setTimeout(() => roots.get(element)?.unmount());
  }

  /** The card's button and link are its own. */
  override ignoreEvent(): boolean {
    return true;
  }
}

/**
 * Shows a link that is alone in its paragraph as a card, where readers see one.
 * @returns whether its source is not shown
 */
export function showEmbed(builder: RichBuilder, node: SyntaxNode, address: string): boolean {
  const { parent } = node;
  if (parent?.name !== 'Paragraph' || parent.from !== node.from || parent.to !== node.to) return false;
  if (!findPageEmbed(address)) return false;
  const widget = new EmbedWidget(address);
  const isShown = builder.isSelected(node.from, node.to);
  if (isShown) builder.append(node.to, widget);
  else builder.replace(node.from, node.to, widget);
  return !isShown;
}
