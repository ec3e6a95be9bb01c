import { type EditorView, WidgetType } from '@codemirror/view';
import { isSameOriginPath, toHubPath } from '../../../lib/hub-paths';
import { getHubOrigin } from '../../../lib/page-meta';
import { messages } from '../../../messages/common';
import type { RichBuilder } from './builder';
import { getChildren, type SyntaxNode } from './syntax';
import { MarkWidget } from './widgets';
import classes from './rich.module.css';

class ImageWidget extends WidgetType {
  readonly src: string;
  readonly alt: string;

  constructor(src: string, alt: string) {
    super();
    this.src = src;
    this.alt = alt;
  }

  override eq(other: ImageWidget): boolean {
    return other.src === this.src && other.alt === this.alt;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span');
    frame.className = classes.image ?? '';
    const image = frame.appendChild(document.createElement('img'));
    image.alt = this.alt;
    image.addEventListener('load', () => {
      view.requestMeasure();
    });
    image.addEventListener('error', () => {
      frame.className = classes.missingImage ?? '';
      frame.textContent = this.alt ? messages.markdown.missingImage(this.alt) : messages.markdown.missingImageUnnamed;
      view.requestMeasure();
    });
    image.src = this.src;
    return frame;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/**
 * An image in place of its source, or below it where the selection is. Images of other servers are named only, because
 * requests would expose writers to them.
 */
export function showImage(builder: RichBuilder, node: SyntaxNode): void {
  const [open, close, hasAddress] = getChildren(node, 'LinkMark');
  if (!open || !close || !hasAddress) return;
  const [address] = getChildren(node, 'URL');
  const alt = builder.text({ from: open.to, to: close.from });
  const src = address ? toHubPath(builder.text(address).replace(/^<|>$/g, ''), getHubOrigin()) : '';
  const isSelected = builder.isSelected(node.from, node.to);
  if (isSelected) builder.mark(node.from, node.to, classes.mark);
  if (isSameOriginPath(src)) {
    const widget = new ImageWidget(src, alt);
    if (isSelected) builder.append(node.to, widget);
    else builder.replace(node.from, node.to, widget);
  } else if (!isSelected) {
    const text = src === '' ? alt : messages.markdown.image(alt || src);
    builder.replace(node.from, node.to, new MarkWidget(text, src === '' ? classes.mark : classes.link));
  }
}
